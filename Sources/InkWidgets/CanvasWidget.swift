import GtkInk
