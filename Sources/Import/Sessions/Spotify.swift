import Chronology
import Domain
import JSON

/// Reads audiobooks in Spotify's extended streaming history. Music and podcasts are skipped.
struct Spotify: FormatReader {
  private static let longestMilliseconds = 86_400_000.0

  private var elements = JSONElements([""])
  private var number = 0
  /// Whether a play has the members of the extended history.
  private var isExtended = false

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    var (number, isExtended) = (number, isExtended)
    defer { (self.number, self.isExtended) = (number, isExtended) }
    try elements.read(bytes) { line, element throws(ImportError) in
      number += 1
      let value = JSONValue(element)
      // Reports the number of the play because the whole list may be on one line.
      let label = "play number \(number)"
      if value?["ms_played"] != nil { isExtended = true }
      var found: FoundListening?
      do throws(RowProblem) {
        found = try Self.session(value, line: line, label)
      } catch {
        findings.reject(.listening, line: line, "\(label): \(error.reason)")
      }
      if let found { try findings.add(found) }
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try elements.finish()
    guard elements.hasWanted, isExtended || number == 0 else {
      throw ImportError("not Spotify's extended streaming history; request it instead of the account data")
    }
  }

  /// Returns nil for a play of something else, and for one of less than a second.
  private static func session(
    _ value: JSONValue?, line: Int, _ label: String
  ) throws(RowProblem) -> FoundListening? {
    guard let value else { throw RowProblem("not valid JSON") }
    let title = Texts.name(value["audiobook_title"]?.text ?? "")
    guard !title.isEmpty else { return nil }
    guard let uri = value["audiobook_uri"]?.text, let key = uri.split(separator: ":").last,
      TextRules.isObjectId("spotify:" + key)
    else { throw RowProblem("audiobook_uri is missing or not valid") }
    guard let endedAt = value["ts"]?.text.flatMap({ Instant($0) }) else {
      throw RowProblem("ts is missing or not valid")
    }
    guard let played = value["ms_played"]?.number, (0...longestMilliseconds).contains(played) else {
      throw RowProblem("ms_played is missing or not valid")
    }
    let seconds = played / 1_000
    guard seconds >= 1 else { return nil }
    // The file has the end of a play, and neither the length of the book nor whether it was the end of the book.
    return FoundListening(
      line: line, label: label, storyId: "spotify:" + key, title: title, length: 0,
      startedAt: endedAt + -Int64(seconds.rounded()), endedAt: endedAt, completed: false, duration: seconds)
  }
}
