#pragma once

/// SQLite's locks, held by open file descriptions instead of by the process.
///
/// POSIX drops all of a process's locks on a file when the process closes any descriptor of it (fcntl(2), "Record
/// locks"). Libraries do that unasked: GTK's file chooser looks into every file of a folder for its type. The
/// next program that opens the drawing then takes itself for the only one, cuts SQLite's shared memory under the mapping
/// of this process, and removes the log that is being written to. Locks of open file descriptions (Linux 3.15) have
/// the same effect between processes and do not end so.
///
/// In C, as SQLite calls `fcntl` with variable arguments, which Swift cannot define.

/// What SQLite's `unix` layer is to call for `fcntl` (sqlite3_vfs.xSetSystemCall); never NULL.
///
/// It expects of the caller what SQLite does: one descriptor of each shared memory in a process, and locks on a
/// database that are counted for all connections of the process.
void (*plumbago_file_locks_fcntl(void))(void);

/// What it is to call for `close`; never NULL.
void (*plumbago_file_locks_close(void))(void);
