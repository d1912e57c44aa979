import Canvas
import InkModel

extension Card: EditedElement {}
