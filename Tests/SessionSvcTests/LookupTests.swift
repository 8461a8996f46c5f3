import Storage
import Testing

@testable import SessionSvc

@Suite("Query plans", .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles))
struct LookupTests {
  @Test(
    "A lookup by id does not scan the user's rows",
    arguments: [
      (
        "EXPLAIN QUERY PLAN SELECT id FROM rucks WHERE user_id = 'a' AND id = 'b'",
        "rucks_by_id (user_id=? AND id=?)"
      ),
      (
        "EXPLAIN QUERY PLAN SELECT id FROM rucks WHERE user_id = 'a' AND started_at = 1",
        "(user_id=? AND started_at=?)"
      ),
      (
        "EXPLAIN QUERY PLAN SELECT id FROM rucks WHERE user_id = 'a' AND started_at < 9 ORDER BY started_at DESC",
        "(user_id=? AND started_at<?)"
      ),
    ] as [(SQL, String)])
  func plan(question: SQL, expected: String) async throws {
    let rig = try SessionRig()
    let plan = try await rig.database.read { try $0.all(question) { $0.text(3) } }
    #expect(plan.count == 1 && plan[0].hasSuffix(expected), "\(plan)")
  }

  @Test("Listing a story's sessions does not scan the user's sessions")
  func story() async throws {
    let rig = try SessionRig()
    let plan = try await rig.database.read { rows in
      try rows.all(
        """
        EXPLAIN QUERY PLAN SELECT s.duration
        FROM (
          SELECT user_id, started_at, story_id FROM sessions
          WHERE user_id = 'a' AND story_id = 'b' AND started_at >= 1 AND started_at < 9
            AND (started_at, story_id) < (8, 'b')
          ORDER BY started_at DESC LIMIT 50
        ) AS found
        JOIN sessions AS s
          ON s.user_id = found.user_id AND s.started_at = found.started_at AND s.story_id = found.story_id
        ORDER BY s.started_at DESC
        """
      ) { $0.text(3) }
    }
    #expect(plan.contains { $0.contains("COVERING INDEX sessions_by_story (user_id=? AND story_id=?") }, "\(plan)")
    #expect(plan.contains { $0.hasSuffix("(user_id=? AND started_at=? AND story_id=?)") }, "\(plan)")
  }
}
