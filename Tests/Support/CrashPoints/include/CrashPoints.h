#pragma once

/// Ends this process, as SIGKILL does, before the system call after the next `calls` that change a
/// file or a folder: -1 for never.
///
/// Counts the calls of every library in the process, SQLite's among them.
void crash_points_end_after(long calls);

/// What a file system cannot do.
enum crash_points_lack {
  crash_points_lack_nothing,
  /// Renaming a file on the condition that nothing has the new name: EINVAL.
  crash_points_lack_noreplace,
  /// Nor second names of a file: EPERM.
  crash_points_lack_links,
};

/// Has the file systems of this process lack something.
void crash_points_lack(enum crash_points_lack lack);

/// The calls that give a file its name, in the order in which they are tried.
enum crash_points_naming {
  crash_points_naming_noreplace,
  crash_points_naming_link,
  crash_points_naming_rename,
};

/// Makes a file of the name that the next such call is to give, just before it, as another program might.
///
/// The file's text is `a rival`; it replaces none.
void crash_points_make_rival(enum crash_points_naming before);
