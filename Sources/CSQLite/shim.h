#pragma once
#include <sqlite3.h>

/* Switches one flag of a connection. Swift cannot call the variadic function. */
static inline int waymark_sqlite3_flag(sqlite3 *database, int flag, int on) {
  return sqlite3_db_config(database, flag, on, (int *)0);
}
