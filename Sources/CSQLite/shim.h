#pragma once
#include <sqlite3.h>

/* Swift cannot call a function of variable arguments: switches one flag of a connection. */
static inline int waymark_sqlite3_flag(sqlite3 *database, int flag, int on) {
  return sqlite3_db_config(database, flag, on, (int *)0);
}
