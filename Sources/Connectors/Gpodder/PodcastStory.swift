import Chronology
import Crypto
import Domain

/// The story of an episode.
public enum PodcastStory {
  /// Returns the id of a new episode.
  public static func id(podcast: String, guid: String?, episode: String) -> String {
    "pod:" + hash(podcast: podcast, name: guid ?? episode)
  }

  /// Whether the text has the form of such an id.
  public static func isId(_ id: String) -> Bool {
    id.utf8.count == 20 && id.hasPrefix("pod:") && id.utf8.dropFirst(4).allSatisfy(Hex.isDigit)
  }

  /// Returns the 16 hexadecimal digits by which an episode is known. `name` is its guid or its URL.
  public static func hash(podcast: String, name: String) -> String {
    StoryHash.hex("\(podcast)\n\(name)")
  }

  /// Returns the last name in the episode's path without its extension.
  public static func title(of episode: String) -> String {
    let path = episode.prefix { $0 != "?" && $0 != "#" }
    let rest = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
    let name = rest.split(separator: "/").last.map(String.init) ?? episode
    let title = TextRules.trimmed(withoutExtension(decoded(name)))
    let shown = title.isEmpty ? TextRules.trimmed(episode) : title
    return StoryHash.shortened(shown.isEmpty ? "episode" : shown)
  }

  /// Returns a title that a feed has supplied, in the form of a title; empty if nothing remains.
  public static func title(given: String) -> String {
    StoryHash.shortened(TextRules.trimmed(given.filter { $0 != "\0" }))
  }

  /// An extension has up to five letters and digits, at least one of which is a letter.
  private static func withoutExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    let end = name[name.index(after: dot)...]
    let isExtension =
      (1...5).contains(end.count) && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && end.contains(where: \.isLetter)
    return isExtension ? String(name[..<dot]) : name
  }

  /// Decodes percent-encoded UTF-8. A name that is not encoded correctly stays as it is.
  private static func decoded(_ name: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.utf8.first != UInt8(ascii: "+"), let value = UInt8(digits, radix: 16),
        value >= 0x20
      else { return name }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? name
  }

  /// Returns the length of a story: that of the file if it is known, otherwise an hour, or the position if that is
  /// greater. `known` is the length that was stored before, and `isGuess` says how it came about.
  public static func estimate(total: Int64?, position: Int64, known: Double?, isGuess: Bool) -> (Double, isGuess: Bool)
  {
    if let total, total > 0 {
      guard let known, !isGuess else { return (Double(total), false) }
      return (max(known, Double(total)), false)
    }
    let guess = Double(max(GpodderLimits.usualEpisodeSeconds, position))
    guard let known else { return (guess, true) }
    return isGuess ? (max(known, guess), true) : (known, false)
  }
}
