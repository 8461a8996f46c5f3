import API
import Chronology
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("The history of imports")
struct ImportHistoryTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func note(
    _ name: String?, of caller: CallerContext? = nil, added: Int = 1, problem: String? = nil
  ) async throws {
    let call = SessionAPI.NoteImport(
      source: .upload, format: .goodreads, name: name, added: added, alreadyThere: 2, rejected: 3, problem: problem)
    _ = try await rig.handlers.noteImport(call, caller ?? ada)
  }

  private func list(
    limit: Int? = nil, cursor: String? = nil, of caller: CallerContext? = nil
  ) async throws -> (items: [SessionAPI.ImportRecord], next: String?) {
    let page = try await rig.handlers.listImports(.init(limit: limit, cursor: cursor), caller ?? ada).decoded()
    return (page.items, page.nextCursor)
  }

  @Test("Lists imports newest first, page by page, each user's own")
  func pages() async throws {
    for number in 0..<5 { try await note("file \(number)", problem: number == 3 ? "line 2: no title" : nil) }
    try await note(nil, of: CallerContext(user: "eve"))
    let first = try await list(limit: 2)
    #expect(first.items.map(\.name) == ["file 4", "file 3"])
    #expect(first.items[1].problem == "line 2: no title" && first.items[0].problem == nil)
    #expect(first.items[0].source == .upload && first.items[0].format == .goodreads)
    #expect([first.items[0].added, first.items[0].alreadyThere, first.items[0].rejected] == [1, 2, 3])
    // A new import does not shift the next page.
    try await note("file 5")
    let second = try await list(limit: 2, cursor: first.next)
    #expect(second.items.map(\.name) == ["file 2", "file 1"])
    let third = try await list(limit: 2, cursor: second.next)
    #expect(third.items.map(\.name) == ["file 0"] && third.next == nil)
    #expect(try await list(of: CallerContext(user: "eve")).items.map(\.name) == [nil])
    #expect(try await list(of: CallerContext(user: "new")).items.isEmpty)
    await #expect(throws: Fault.self) { try await list(cursor: "eA") }
  }

  @Test("Keeps the last 200, and cuts long texts")
  func bounds() async throws {
    let long = String(repeating: "é", count: 1_000)
    for number in 0...SessionLimits.keptImports + 4 { try await note("\(number)", problem: long) }
    var (items, next) = try await list(limit: 200)
    #expect(items.count == SessionLimits.keptImports && next == nil)
    #expect(items.last?.name == "5" && items[0].problem?.count == SessionLimits.problemCharacters)
    try await note(long)
    (items, next) = try await list(limit: 1)
    #expect(items[0].name?.count == SessionLimits.importNameCharacters)
    await #expect(throws: Fault.self) { try await note("x", added: -1) }
  }
}
