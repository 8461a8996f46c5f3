public import Domain
import JSON

/// A page of Audiobookshelf's list of listening sessions.
public struct AudiobookshelfPage: Sendable {
  public private(set) var sessions: [ForeignSession] = []
  public private(set) var rejected: [ConnectionProblem] = []
  /// The number of sessions at the server, if the page states it.
  public private(set) var total: Int?

  /// Throws if the bytes are not a page of the list.
  public init(_ bytes: [UInt8]) throws(ImportError) {
    var elements = JSONElements(["sessions"], keeping: ["total"])
    var number = 0
    try elements.read(bytes[...]) { line, element throws(ImportError) in
      number += 1
      take(JSONValue(element), line: line, number)
    }
    try elements.finish()
    guard elements.hasWanted else { throw ImportError("the list of sessions is missing") }
    total = elements.members["total"].flatMap { Int($0) }
  }

  /// All items of the page.
  public var count: Int { sessions.count + rejected.count }

  private mutating func take(_ value: JSONValue?, line: Int, _ number: Int) {
    guard let id = value?["id"]?.text, TextRules.isObjectId(id) else {
      return rejected.append(ConnectionProblem(item: "number \(number) of a page", reason: "its id is missing"))
    }
    do throws(RowProblem) {
      let found = try Audiobookshelf.session(value, line: line, id)
      sessions.append(
        ForeignSession(
          id: id, storyId: found.storyId, title: found.title, length: found.length, startedAt: found.startedAt,
          endedAt: found.endedAt, completed: found.completed, duration: found.duration, authors: found.authors,
          isbn: found.isbn, asin: found.asin))
    } catch {
      rejected.append(ConnectionProblem(item: id, reason: error.reason))
    }
  }
}
