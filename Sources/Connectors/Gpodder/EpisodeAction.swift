public import API
public import Chronology
import Domain
import JSON

public typealias EpisodeAction = SessionAPI.EpisodeAction

extension EpisodeAction {
  /// The time of the action, or nil if the client sent none.
  public var at: Instant? { timestamp.flatMap(Self.instant) }

  /// Parses a time in UTC. The zone may be missing, and a space may separate date and time.
  public static func instant(_ text: String) -> Instant? {
    guard text.utf8.count <= 40 else { return nil }
    var bytes = Array(text.utf8)
    if bytes.count > 10, bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    return Instant(rfc3339: bytes) ?? Instant(rfc3339: bytes + [UInt8(ascii: "Z")])
  }
}

extension EpisodeAction {
  /// Throws the reason for which the item is skipped.
  init(_ item: JSONValue, index: Int, now: Instant) throws(SkippedItem) {
    let reader = ItemReader(item: item, index: index)
    guard item.isObject else { throw SkippedItem(index, "must be an object") }
    guard let podcast = try reader.url("podcast"), let episode = try reader.url("episode") else {
      throw SkippedItem(index, "podcast and episode are required")
    }
    guard let kind = try reader.text("action", most: GpodderLimits.nameCharacters).flatMap({ Kind($0) }) else {
      throw SkippedItem(index, "action must be one of " + Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.init(
      podcast: podcast, episode: episode, guid: try reader.text("guid", most: GpodderLimits.urlBytes),
      device: try reader.text("device", most: GpodderLimits.nameCharacters), kind: kind,
      timestamp: try reader.text("timestamp", most: 40), started: try reader.seconds("started"),
      position: try reader.seconds("position"), total: try reader.seconds("total"))
    guard timestamp != nil else { return }
    guard let at else { throw SkippedItem(index, "timestamp must be a time such as 2026-11-20T10:00:00") }
    if at < ListeningRules.earliest { throw SkippedItem(index, "timestamp must not be before 2000-01-01") }
    if at.seconds > now.seconds + ListeningRules.clockAheadSeconds {
      throw SkippedItem(index, "timestamp must not be more than 5 minutes in the future")
    }
  }
}

extension EpisodeAction.Kind {
  /// In any case: some clients send capital letters.
  fileprivate init?(_ text: String) {
    self.init(rawValue: text.lowercased())
  }
}

/// Reads the members of one item.
private struct ItemReader {
  var item: JSONValue
  var index: Int

  func text(_ name: String, most bytes: Int) throws(SkippedItem) -> String? {
    guard let value = item.member(name) else { return nil }
    guard let text = value.text else { throw SkippedItem(index, "\(name) must be text") }
    guard text.utf8.count <= bytes else { throw SkippedItem(index, "\(name) must have at most \(bytes) bytes") }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw SkippedItem(index, "\(name) must not contain control characters")
    }
    return text.isEmpty ? nil : text
  }

  func url(_ name: String) throws(SkippedItem) -> String? {
    try text(name, most: GpodderLimits.urlBytes)
  }

  func seconds(_ name: String) throws(SkippedItem) -> Int64? {
    guard let value = item.member(name) else { return nil }
    guard let seconds = value.wholeNumber, seconds.magnitude <= GpodderLimits.longestPositionSeconds else {
      throw SkippedItem(index, "\(name) must be a number of seconds")
    }
    return seconds
  }
}

/// The actions of one upload, which are read in parts.
public struct EpisodeUpload: Sendable {
  public enum Failure: Error, Hashable, Sendable {
    case notAList, tooMany
  }

  /// Some of the actions.
  public struct Part: Sendable {
    public var actions: [EpisodeAction] = []
    /// The index of each action in the list that the client sent.
    public var places: [Int] = []
    public var skipped: [SkippedItem] = []
  }

  private let body: [UInt8]
  private let items: [Range<Int>]
  public var count: Int { items.count }

  public init(body: [UInt8]) throws(Failure) {
    let most = GpodderLimits.actionsPerUpload
    guard let items = JSONScan.list(body, depthLimit: GpodderLimits.depth, limit: most) else { throw .notAList }
    guard items.count <= most else { throw .tooMany }
    self.body = body
    self.items = items
  }

  public func part(_ range: Range<Int>, now: Instant) -> Part {
    var part = Part()
    for index in range {
      do throws(SkippedItem) {
        let value = JSONValue(parsing: Array(body[items[index]]), depthLimit: GpodderLimits.depth)
        part.actions.append(try EpisodeAction(value ?? .null, index: index, now: now))
        part.places.append(index)
      } catch {
        part.skipped.append(error)
      }
    }
    return part
  }
}
