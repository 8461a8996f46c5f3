public import Chronology

/// The values of a setting over time. Each value applies from its instant until the next one.
public struct SettingTimeline<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  public struct Entry: Codable, Hashable, Sendable {
    /// Nil for the first entry, which applies to all earlier times too.
    public var since: Instant?
    public var value: Value
  }

  /// Oldest first, and never empty. Adjacent values differ.
  public private(set) var entries: [Entry]

  public init(_ value: Value) {
    entries = [Entry(since: nil, value: value)]
  }

  /// The value that applies now.
  public var current: Value { entries[entries.count - 1].value }

  /// Sets the value that applies from an instant on, or always if that is nil. Removes all later changes.
  public mutating func set(_ value: Value, since: Instant?) {
    guard let since else {
      self = SettingTimeline(value)
      return
    }
    while let last = entries.last?.since, last >= since { entries.removeLast() }
    if current != value { entries.append(Entry(since: since, value: value)) }
  }

  /// Returns the last value that was set before the instant.
  public func value(before end: Instant) -> Value {
    (entries.last { entry in entry.since.map { $0 < end } ?? true } ?? entries[0]).value
  }
}

extension SettingTimeline {
  public static var mostEntries: Int { 500 }
  /// No day of 1970 begins before this second in any time zone.
  static var earliestChange: Int64 { -86_400 }

  /// Decodes only a valid timeline, because clients and files can contain anything.
  public init(from decoder: any Decoder) throws {
    let found = try decoder.singleValueContainer().decode([Entry].self)
    guard Self.isValid(found) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "must be in order of time"))
    }
    entries = found
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }

  private static func isValid(_ entries: [Entry]) -> Bool {
    guard let first = entries.first, first.since == nil else { return false }
    return zip(entries, entries.dropFirst()).allSatisfy { one, next in
      guard let since = next.since, next.value != one.value else { return false }
      return one.since.map { $0 < since } ?? true
    }
  }
}

extension SettingTimeline {
  func write(to writer: inout ByteWriter, _ write: (inout ByteWriter, Value) -> Void) {
    writer.write(UInt32(entries.count - 1))
    write(&writer, entries[0].value)
    for entry in entries.dropFirst() {
      writer.write(entry.since?.seconds ?? 0)
      write(&writer, entry.value)
    }
  }

  init(
    from reader: inout ByteReader, _ read: (inout ByteReader) throws(SnapshotDamage) -> Value
  ) throws(SnapshotDamage) {
    let changes = try reader.count(itemBytes: 8)
    entries = [Entry(since: nil, value: try read(&reader))]
    for _ in 0..<changes {
      let since = Instant(seconds: try reader.integer())
      entries.append(Entry(since: since, value: try read(&reader)))
    }
    guard Self.isValid(entries) else { throw SnapshotDamage("the values of a setting are not in order of time") }
  }
}
