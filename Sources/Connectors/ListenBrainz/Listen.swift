public import API
public import Chronology
public import Domain
import JSON

public typealias Listen = SessionAPI.Listen

extension Listen {
  public var storyId: String { "lb:" + StoryHash.hex("\(artist)\n\(track)") }

  public var title: String { StoryHash.shortened("\(track) (\(artist))") }

  /// Whether the whole track was heard. A longer file was heard for an unknown time.
  public var isWhole: Bool { seconds.map { $0 > 0 && $0 <= ListenBrainzLimits.longestSeconds } ?? false }

  /// Returns the length of the story. `known` is the length that was stored before, and `isGuess` says how it came
  /// about.
  public func estimate(known: Double?, isGuess: Bool) -> (Double, isGuess: Bool) {
    guard let seconds, seconds > 0 else {
      return known.map { ($0, isGuess) } ?? (ListenBrainzLimits.usualStorySeconds, true)
    }
    guard let known, !isGuess else { return (seconds, false) }
    return (max(known, seconds), false)
  }

  /// Returns the listening to record.
  public func report(now: Instant) -> ListeningReport {
    guard isWhole, let seconds else {
      return ListeningReport(
        storyId: storyId, startedAt: listenedAt, endedAt: listenedAt, completed: false, duration: 0)
    }
    let latest = now + ListeningRules.clockAheadSeconds
    let end = listenedAt + Int64(seconds.rounded())
    guard end > latest else {
      return ListeningReport(
        storyId: storyId, startedAt: listenedAt, endedAt: end, completed: true, duration: seconds)
    }
    return ListeningReport(
      storyId: storyId, startedAt: listenedAt, endedAt: latest, completed: true,
      duration: Double(latest - listenedAt))
  }
}

extension Listen {
  /// Throws the reason for which the item is skipped.
  init(_ item: JSONValue, index: Int, now: Instant) throws(SkippedItem) {
    guard let metadata = item.member("track_metadata"), metadata.isObject else {
      throw SkippedItem(index, "track_metadata is required and must be an object")
    }
    guard let artist = try Self.text("artist_name", metadata, index) else {
      throw SkippedItem(index, "artist_name is required")
    }
    guard let track = try Self.text("track_name", metadata, index) else {
      throw SkippedItem(index, "track_name is required")
    }
    guard let time = item.member("listened_at")?.wholeNumber else {
      throw SkippedItem(index, "listened_at is required and must be a number of seconds")
    }
    let listenedAt = Instant(seconds: time)
    if listenedAt < ListeningRules.earliest { throw SkippedItem(index, "listened_at must not be before 2000-01-01") }
    if time > now.seconds + ListeningRules.clockAheadSeconds {
      throw SkippedItem(index, "listened_at must not be more than 5 minutes in the future")
    }
    self.init(
      listenedAt: listenedAt, artist: artist, track: track, release: try Self.text("release_name", metadata, index))
    guard let information = metadata.member("additional_info"), information.isObject else { return }
    seconds = Self.seconds(information)
    let bytes = information.withoutRepetitions.bytes
    self.information = bytes.count <= ListenBrainzLimits.informationBytes ? bytes : nil
  }

  private static func text(_ name: String, _ metadata: JSONValue, _ index: Int) throws(SkippedItem) -> String? {
    guard let value = metadata.member(name) else { return nil }
    guard let text = value.text else { throw SkippedItem(index, "\(name) must be text") }
    let trimmed = TextRules.trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    if let violation = TextRules.violations(ofText: trimmed, name).first {
      throw SkippedItem(index, "\(name) \(violation.message)")
    }
    return trimmed
  }

  /// Other apps write numbers as text.
  private static func seconds(_ information: JSONValue) -> Double? {
    func number(_ name: String) -> Double? {
      guard let value = information.member(name) else { return nil }
      let number = value.double ?? value.text.flatMap { $0.utf8.count <= 20 ? Double($0) : nil }
      return number.flatMap { $0.isFinite && $0 > 0 && $0 <= 0x1p40 ? $0 : nil }
    }
    return number("duration") ?? number("duration_ms").map { $0 / 1_000 }
  }
}

extension JSONValue {
  /// The value with only the last of the members of the same name.
  var withoutRepetitions: JSONValue {
    switch self {
    case .list(let items): return .list(items.map(\.withoutRepetitions))
    case .object(let members):
      var places: [String: Int] = [:]
      var kept: [(String, JSONValue)] = []
      for (name, value) in members {
        let value = value.withoutRepetitions
        if let place = places[name] {
          kept[place].1 = value
        } else {
          places[name] = kept.count
          kept.append((name, value))
        }
      }
      return .object(kept)
    default: return self
    }
  }
}

/// The listens of one request, which are read in parts.
public struct ListenUpload: Sendable {
  public enum Failure: Error, Hashable, Sendable {
    /// The request is malformed; the text says what is wrong.
    case invalid(String)
  }

  /// Some of the listens.
  public struct Part: Sendable {
    public var listens: [Listen] = []
    public var skipped: [SkippedItem] = []
  }

  private let body: [UInt8]
  private let items: [Range<Int>]
  public var count: Int { items.count }

  /// `playing_now` brings no listens.
  public init(body: [UInt8]) throws(Failure) {
    let depth = ListenBrainzLimits.depth
    guard let members = JSONScan.object(body, depthLimit: depth) else {
      throw .invalid("the body must be a JSON object")
    }
    func member(_ name: String) -> Range<Int>? {
      members.last { JSONValue(parsing: Array(body[$0.name]), depthLimit: 1)?.text == name }?.value
    }
    let type = member("listen_type").flatMap { JSONValue(parsing: Array(body[$0]), depthLimit: 1)?.text }
    guard let type, ["single", "import", "playing_now"].contains(type) else {
      throw .invalid("listen_type must be single, import or playing_now")
    }
    self.body = body
    guard type != "playing_now" else {
      items = []
      return
    }
    let most = ListenBrainzLimits.listensPerUpload
    let list = member("payload").flatMap { JSONScan.list(body, in: $0, depthLimit: depth - 1, limit: most) }
    guard let list, !list.isEmpty else { throw .invalid("payload must be a list of listens") }
    guard list.count <= most else { throw .invalid("payload must have at most \(most) listens") }
    guard type == "import" || list.count == 1 else { throw .invalid("a single submission must have one listen") }
    items = list
  }

  public func part(_ range: Range<Int>, now: Instant) -> Part {
    var part = Part()
    for index in range {
      do throws(SkippedItem) {
        let value = JSONValue(parsing: Array(body[items[index]]), depthLimit: ListenBrainzLimits.depth)
        part.listens.append(try Listen(value ?? .null, index: index, now: now))
      } catch {
        part.skipped.append(error)
      }
    }
    return part
  }
}
