import Canvas
import GtkInk

extension RestTimer: RestTiming {}
