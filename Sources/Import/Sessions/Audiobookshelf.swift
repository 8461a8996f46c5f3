import Chronology
import Domain

/// Listening sessions of Audiobookshelf, as its interface lists them: a page of them, or an array.
struct Audiobookshelf: FormatReader {
  private static let longestSeconds = 24.0 * 3_600
  /// From here on an item counts as heard.
  private static let completeShare = 0.95

  private var elements = JSONElements(["", "sessions", "[]", "results"])

  private var number = 0

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal) {
    var number = number
    defer { self.number = number }
    try elements.read(bytes) { line, element throws(ImportRefusal) in
      number += 1
      let value = JSONValue(element)
      // The whole list may be one line.
      let label = "session \(value?["id"]?.text.map { RowProblem.quoted($0) } ?? "number \(number)")"
      var found: FoundListening?
      do throws(RowProblem) {
        found = try Self.session(value, line: line, label)
      } catch {
        findings.reject(.listening, line: line, "\(label): \(error.reason)")
      }
      if let found { try findings.add(found) }
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportRefusal) {
    try elements.finish()
    guard elements.hasWanted else {
      throw ImportRefusal("there is no list of sessions in this file: is this from Audiobookshelf?")
    }
    for place in 0..<elements.strayCount {
      let line = place < elements.strayLines.count ? elements.strayLines[place] : 0
      findings.reject(.listening, line: line, "a member of the list of sessions that is no object")
    }
  }

  private static func session(
    _ value: JSONValue?, line: Int, _ label: String
  ) throws(RowProblem) -> FoundListening {
    guard let value else { throw RowProblem("is no JSON") }
    guard let item = value["libraryItemId"]?.text ?? value["bookId"]?.text, !item.isEmpty else {
      throw RowProblem("has no libraryItemId")
    }
    // An episode is a story of its own.
    let episode = value["episodeId"]?.text.map { ":" + $0 } ?? ""
    let storyId = "abs:" + item + episode
    guard TextRules.isObjectId(storyId) else {
      throw RowProblem("its libraryItemId is too long or has signs that no id has")
    }
    guard let startedAt = instant(value["startedAt"]) else { throw RowProblem("has no startedAt") }
    guard let listened = value["timeListening"]?.number, listened >= 0 else { throw RowProblem("has no timeListening") }
    guard listened <= longestSeconds else {
      throw RowProblem("\(Int(min(listened, 1e12))) s of listening are more than the 24 hours of one session")
    }
    let whole = startedAt + Int64(listened.rounded())
    let updatedAt = instant(value["updatedAt"]) ?? whole
    // A session may be brought up to date weeks later.
    let endedAt = updatedAt < startedAt || updatedAt - startedAt > Int64(longestSeconds) ? whole : updatedAt
    let length = value["duration"]?.number ?? 0
    let heard = value["currentTime"]?.number ?? 0
    let title = Texts.name(value["displayTitle"]?.text ?? value["mediaMetadata"]?["title"]?.text ?? item)
    guard length > 0 || listened > 0 else { throw RowProblem("neither the item nor the listening has a length") }
    return FoundListening(
      line: line, label: label, storyId: storyId, title: title.isEmpty ? item : title, length: length,
      startedAt: startedAt, endedAt: endedAt, completed: length > 0 && heard / length >= completeShare,
      duration: listened)
  }

  /// Milliseconds since 1970.
  private static func instant(_ value: JSONValue?) -> Instant? {
    guard let number = value?.number, number > 0, number < 1e15 else { return nil }
    return Instant(seconds: Int64(number / 1_000))
  }
}
