import Storage

extension AuditedTable {
  static let reading = [
    AuditedTable(
      name: "works", keyColumns: 1,
      rows: """
        SELECT id, title, authors, page_count, language, original_language, genres, published_year FROM works
        WHERE user_id = $1 ORDER BY id
        """,
      orphans: "SELECT DISTINCT user_id FROM works WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM works WHERE user_id = $1"),
    AuditedTable(
      name: "library", keyColumns: 1,
      rows: """
        SELECT work_id, status, current_page, rating, started_at, finished_at FROM library
        WHERE user_id = $1 ORDER BY work_id
        """,
      orphans: "SELECT DISTINCT user_id FROM library WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM library WHERE user_id = $1"),
    AuditedTable(
      name: "readings", keyColumns: 2,
      rows: """
        SELECT started_at, work_id, ended_at, start_page, end_page, prompt_shown, enriched FROM readings
        WHERE user_id = $1 ORDER BY started_at, work_id
        """,
      orphans: "SELECT DISTINCT user_id FROM readings WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM readings WHERE user_id = $1"),
    AuditedTable(
      name: "reading_totals", keyColumns: 1,
      rows: """
        SELECT work_id, sessions, minutes, pages FROM reading_totals WHERE user_id = $1 ORDER BY work_id
        """,
      orphans: "SELECT DISTINCT user_id FROM reading_totals WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM reading_totals WHERE user_id = $1"),
    AuditedTable(
      name: "timers", keyColumns: 1,
      rows: "SELECT work_id, started_at, start_page FROM timers WHERE user_id = $1 ORDER BY work_id",
      orphans: "SELECT DISTINCT user_id FROM timers WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM timers WHERE user_id = $1"),
    AuditedTable(
      name: "diversity_fields", keyColumns: 2,
      rows: """
        SELECT work_id, dimension, value, awarded_at FROM diversity_fields
        WHERE user_id = $1 ORDER BY work_id, dimension
        """,
      orphans: "SELECT DISTINCT user_id FROM diversity_fields WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM diversity_fields WHERE user_id = $1"),
    AuditedTable(
      name: "diversity_versions", keyColumns: 1,
      rows: "SELECT work_id, version FROM diversity_versions WHERE user_id = $1 ORDER BY work_id",
      orphans: "SELECT DISTINCT user_id FROM diversity_versions WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM diversity_versions WHERE user_id = $1"),
  ]
}
