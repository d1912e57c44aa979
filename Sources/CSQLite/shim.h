#pragma once
#include <sqlite3.h>

// sqlite3_db_config takes variable arguments, which Swift does not import.

/// Switches one of the SQLITE_DBCONFIG_ options that are on or off.
static inline int plumbago_sqlite3_db_config_switch(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// The C library declares this only to those who define _GNU_SOURCE, and Swift does not.

int renameat2(int, const char *, int, const char *, unsigned int);

/// Renames a file where nothing has the new name; fails with EEXIST otherwise (rename(2)).
static inline int plumbago_rename_noreplace(const char *from, const char *to) {
  return renameat2(/* AT_FDCWD */ -100, from, -100, to, /* RENAME_NOREPLACE */ 1);
}
