#pragma once
#include <glib-unix.h>
#include <gtk/gtk.h>
// Glibc's module map leaves bindtextdomain and setlocale's friends out.
#include <libintl.h>
