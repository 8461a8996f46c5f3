#pragma once
#include <postgresql/libpq-fe.h>

/* libpq is loaded at the first connection to a server: with its twenty libraries, it would cost each other process
   some five mebibytes and 30 ms. The types are those of its header. */
#define WAYMARK_LIBPQ_FUNCTIONS(each) \
  each(PQconnectdbParams) each(PQfinish) each(PQstatus) each(PQerrorMessage) each(PQsocket) each(PQsetNoticeReceiver) \
  each(PQexec) each(PQsetnonblocking) each(PQenterPipelineMode) each(PQpipelineSync) each(PQflush) \
  each(PQsendPrepare) each(PQsendQueryPrepared) each(PQsendQueryParams) each(PQisBusy) each(PQconsumeInput) \
  each(PQgetResult) each(PQclear) each(PQresultStatus) each(PQresultErrorField) each(PQntuples) each(PQnfields) \
  each(PQhost) each(PQport) each(PQconninfoParse) each(PQconninfoFree) \
  each(PQftype) each(PQgetisnull) each(PQgetlength) each(PQgetvalue) each(PQcmdStatus) each(PQcmdTuples) \
  each(PQnotifies) each(PQfreemem) each(PQbackendPID)

/* Loads the library at the first call. Returns null if it is missing. Thread-safe. */
const struct waymark_libpq *_Nullable waymark_libpq(void);

#define WAYMARK_LIBPQ_MEMBER(name) __typeof__(&name) _Nonnull name;
struct waymark_libpq {
  WAYMARK_LIBPQ_FUNCTIONS(WAYMARK_LIBPQ_MEMBER)
};
