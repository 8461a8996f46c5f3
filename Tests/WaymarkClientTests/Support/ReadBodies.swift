import Foundation

/// Response bodies about reads and library entries.
enum ReadBodies {
  static func read(_ id: String, finishedOn: String = "2019-05") -> String {
    """
    {"id":"\(id)","workId":"dawn","title":"Dawn","authors":["Octavia E. Butler"],"status":"finished",
     "startedAt":null,"startedOn":null,"finishedAt":null,"finishedOn":"\(finishedOn)","rating":4.25,
     "format":"audio","note":"Aloud.","review":"Read it.","source":"manual","sessionCount":2,
     "pagesRead":80,"totalReadingMinutes":96,"averageReadingPace":50,"listenedSeconds":0}
    """
  }

  static func page(_ items: String..., next: String? = nil) -> String {
    let cursor = next.map { #""\#($0)""# } ?? "null"
    return #"{"items":[\#(items.joined(separator: ","))],"nextCursor":\#(cursor)}"#
  }

  static func openRead(_ id: String) -> String {
    read(id).replacingOccurrences(of: #""finished""#, with: #""reading""#)
      .replacingOccurrences(of: #""finishedOn":"2019-05""#, with: #""finishedOn":null"#)
  }

  /// The proposal of a work, or of a new one, for the story with the same id.
  static func match(_ storyId: String, work: String? = "dawn") -> String {
    let proposed = work.map { #""workId":"\#($0)","work":{"title":"Dawn","authors":["Octavia E. Butler"]}"# }
    return """
      {"storyId":"\(storyId)","title":"Dawn","authors":["Octavia E. Butler"],
       \(proposed ?? #""workId":null,"work":null"#),"reason":"\(work == nil ? "create" : "titleAndAuthor")"}
      """
  }

  static func story(_ id: String, work: String = "dawn") -> String {
    """
    {"id":"\(id)","title":"Dawn","heroId":null,"estimatedDuration":7200,"createdAt":"2026-01-01T00:00:00Z",
     "isFavorite":false,"workId":"\(work)","authors":["Octavia E. Butler"],"isbn":null,"asin":null,"hasCover":false}
    """
  }

  static func entry(status: String = "finished") -> String {
    """
    {"workId":"dawn","title":"Dawn","authors":["Octavia E. Butler"],"pageCount":248,"tags":["sea"],
     "status":"\(status)","currentPage":248,"rating":4.25,"startedAt":"2026-11-01T08:00:00Z",
     "startedOn":"2026-11-01","finishedAt":null,"finishedOn":"2026-11","readCount":2,
     "totalReadingMinutes":96,"averageReadingPace":50,"sessionCount":2}
    """
  }

  /// The entry of a server that knows no reads.
  static func earlierEntry(status: String) -> String {
    """
    {"workId":"dawn","status":"\(status)","currentPage":248,"rating":4.5,"startedAt":null,"finishedAt":null,
     "totalReadingMinutes":96,"averageReadingPace":50,"sessionCount":2}
    """
  }
}
