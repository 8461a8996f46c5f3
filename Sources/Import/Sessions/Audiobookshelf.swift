import Chronology
import Domain
import JSON

/// Reads listening sessions of Audiobookshelf's API: a page or an array.
struct Audiobookshelf: FormatReader {
  private static let longestSeconds = 24.0 * 3_600
  /// The share of an item from which it counts as completed.
  private static let completeShare = 0.95

  private var elements = JSONElements(["", "sessions", "[]", "results"])

  private var number = 0

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    var number = number
    defer { self.number = number }
    try elements.read(bytes) { line, element throws(ImportError) in
      number += 1
      let value = JSONValue(element)
      // Reports the id of the session because the whole list may be on one line.
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

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    if elements.isIncomplete, !findings.listenings.isEmpty {
      findings.reject(.listening, line: elements.line, "the file is incomplete: it ends on this line; export it again")
    } else {
      try elements.finish()
    }
    guard elements.hasWanted else {
      throw ImportError("not an Audiobookshelf export: the list of sessions is missing")
    }
    for place in 0..<elements.strayCount {
      let line = place < elements.strayLines.count ? elements.strayLines[place] : 0
      findings.reject(.listening, line: line, "an item in the list of sessions is not an object")
    }
  }

  static func session(
    _ value: JSONValue?, line: Int, _ label: String
  ) throws(RowProblem) -> FoundListening {
    guard let value else { throw RowProblem("not valid JSON") }
    guard let item = value["libraryItemId"]?.text ?? value["bookId"]?.text, !item.isEmpty else {
      throw RowProblem("libraryItemId is missing")
    }
    // An episode is a separate story.
    let episode = value["episodeId"]?.text.map { ":" + $0 } ?? ""
    let storyId = "abs:" + item + episode
    guard TextRules.isObjectId(storyId) else {
      throw RowProblem("libraryItemId is too long or contains characters that are not allowed in ids")
    }
    guard let startedAt = instant(value["startedAt"]) else { throw RowProblem("startedAt is missing or not valid") }
    guard let listened = value["timeListening"]?.number, listened >= 0 else {
      throw RowProblem("timeListening is missing or not valid")
    }
    guard listened <= longestSeconds else {
      throw RowProblem("timeListening of \(Int(min(listened, 1e12))) s exceeds 24 hours")
    }
    let whole = startedAt + Int64(listened.rounded())
    let updatedAt = instant(value["updatedAt"]) ?? whole
    // A session may be updated weeks later.
    let endedAt = updatedAt < startedAt || updatedAt - startedAt > Int64(longestSeconds) ? whole : updatedAt
    let length = value["duration"]?.number ?? 0
    let heard = value["currentTime"]?.number ?? 0
    let title = Texts.name(value["displayTitle"]?.text ?? value["mediaMetadata"]?["title"]?.text ?? item)
    guard length > 0 || listened > 0 else { throw RowProblem("the item and the session have no length") }
    return FoundListening(
      line: line, label: label, storyId: storyId, title: title.isEmpty ? item : title, length: length,
      startedAt: startedAt, endedAt: endedAt, completed: length > 0 && heard / length >= completeShare,
      duration: listened
    ).describing(value, isEpisode: !episode.isEmpty)
  }

  /// Converts milliseconds since 1970.
  private static func instant(_ value: JSONValue?) -> Instant? {
    guard let number = value?.number, number > 0, number < 1e15 else { return nil }
    return Instant(seconds: Int64(number / 1_000))
  }
}

extension FoundListening {
  /// Adds the authors and numbers of the session's book. An episode of a podcast is not a book.
  fileprivate func describing(_ value: JSONValue, isEpisode: Bool) -> FoundListening {
    guard !isEpisode else { return self }
    var found = self
    let metadata = value["mediaMetadata"]
    let names = metadata?["authors"]?.list?.compactMap { $0["name"]?.text }.map(Texts.name).filter { !$0.isEmpty }
    let author = value["displayAuthor"]?.text ?? metadata?["authorName"]?.text ?? ""
    found.authors = names.flatMap { $0.isEmpty ? nil : $0 } ?? Texts.people(author)
    found.isbn = metadata?["isbn"]?.text
    found.asin = metadata?["asin"]?.text.map(Texts.name)
    return found
  }
}
