#pragma once

/// Ends this process, as SIGKILL does, before the system call after the next `calls` that change a
/// file or a folder: -1 for never.
///
/// Counts the calls of every library in the process, SQLite's among them.
void crash_points_end_after(long calls);
