#pragma once
#include <postgresql/libpq-fe.h>

/* libpq is loaded when a server is first connected to: with the twenty libraries behind it, it would cost each process
   that needs none of them some five mebibytes and 30 ms. The types are those of its header. */
#define WAYMARK_LIBPQ_FUNCTIONS(each) \
  each(PQconnectdbParams) each(PQfinish) each(PQstatus) each(PQerrorMessage) each(PQsocket) each(PQsetNoticeReceiver) \
  each(PQexec) each(PQsetnonblocking) each(PQenterPipelineMode) each(PQpipelineSync) each(PQflush) \
  each(PQsendPrepare) each(PQsendQueryPrepared) each(PQsendQueryParams) each(PQisBusy) each(PQconsumeInput) \
  each(PQgetResult) each(PQclear) each(PQresultStatus) each(PQresultErrorField) each(PQntuples) each(PQnfields) \
  each(PQhost) each(PQport) each(PQconninfoParse) each(PQconninfoFree) \
  each(PQftype) each(PQgetisnull) each(PQgetlength) each(PQgetvalue) each(PQcmdStatus) each(PQcmdTuples) \
  each(PQnotifies) each(PQfreemem) each(PQbackendPID)

/* Null until it is loaded, and where it is not there; several threads may ask at once. */
const struct waymark_libpq *_Nullable waymark_libpq(void);

#define WAYMARK_LIBPQ_MEMBER(name) __typeof__(&name) _Nonnull name;
struct waymark_libpq {
  WAYMARK_LIBPQ_FUNCTIONS(WAYMARK_LIBPQ_MEMBER)
};
