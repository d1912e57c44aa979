#pragma once
#include <gio/gio.h>

/// The input-method module that GTK 4 loads into every program, `libim-plumbago.so`.
///
/// In C and without Swift's runtime, since it costs each program time and memory, whether a pen ever comes or not. It
/// registers an input method of the name `plumbago`. Where that is chosen (`GTK_IM_MODULE`, or the setting
/// `gtk-im-module`), each text field gets the context that it would have had without it, so that keys, dead keys and
/// other input methods work as before; and the first event of a pen near a field opens
/// `plumbago/libplumbago-scribble.so`, in the folder of the module, which lets the pen write into text fields. Where
/// it is not chosen, it does nothing.
///
/// GTK loads a module of that folder at the start, or with the first text field, whichever input method is chosen.

/// Registers the input method. Off the main thread it does nothing.
void g_io_module_load(GIOModule *module);

/// Never called: the module stays.
void g_io_module_unload(GIOModule *module);

/// The names of the extension points, for `gio-querymodules`.
char **g_io_module_query(void);
