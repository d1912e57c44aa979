#pragma once
#include <sqlite3.h>

// sqlite3_db_config takes variable arguments, which Swift does not import.

/// Switches one of the SQLITE_DBCONFIG_ options that are on or off.
static inline int plumbago_sqlite3_db_config_switch(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}
