import JSON

/// The changes of subscriptions that a client sends, or its whole list.
public struct SubscriptionUpload: Sendable, Hashable {
  public enum Failure: Error, Hashable, Sendable {
    case malformed
    /// A URL is both added and removed.
    case contradiction
    case tooMany
  }

  /// Without repetitions, in the order of the request.
  public var add: [String]
  public var remove: [String]
  public var skipped: [SkippedItem]

  /// Parses `{add, remove}`. Each of them may be missing.
  public init(changes body: [UInt8]) throws(Failure) {
    guard let value = JSONValue(parsing: body, depthLimit: GpodderLimits.depth), value.isObject else {
      throw .malformed
    }
    var skipped: [SkippedItem] = []
    add = try Self.urls(value.member("add"), &skipped)
    remove = try Self.urls(value.member("remove"), &skipped)
    self.skipped = skipped
    guard Set(add).isDisjoint(with: remove) else { throw .contradiction }
  }

  /// Parses a plain list, which replaces the subscriptions.
  public init(list body: [UInt8], _ format: SubscriptionFormat) throws(Failure) {
    var skipped: [SkippedItem] = []
    switch format {
    case .json:
      guard let value = JSONValue(parsing: body, depthLimit: GpodderLimits.depth), value.list != nil else {
        throw .malformed
      }
      add = try Self.urls(value, &skipped)
    case .txt:
      guard let text = String(validating: body, as: UTF8.self) else { throw .malformed }
      let lines = text.split(whereSeparator: \.isNewline).map { JSONValue.text(Self.trimmed($0)) }
      add = try Self.urls(.list(lines.filter { $0.text != "" }), &skipped)
    }
    remove = []
    self.skipped = skipped
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
    while let last = line.last, last == " " || last == "\t" { line.removeLast() }
    return String(line)
  }

  private static func urls(_ value: JSONValue?, _ skipped: inout [SkippedItem]) throws(Failure) -> [String] {
    guard let value else { return [] }
    guard let items = value.list else { throw .malformed }
    var seen: Set<String> = []
    var urls: [String] = []
    for (index, item) in items.enumerated() {
      if let url = item.text, isURL(url) {
        if seen.insert(url).inserted { urls.append(url) }
      } else {
        skipped.append(SkippedItem(index, "must be a URL of at most \(GpodderLimits.urlBytes) bytes"))
      }
    }
    guard urls.count <= GpodderLimits.subscriptions else { throw .tooMany }
    return urls
  }

  /// Any text without control characters. The client's spelling is kept, because it compares URLs as text.
  static func isURL(_ text: String) -> Bool {
    (1...GpodderLimits.urlBytes).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}

public enum SubscriptionFormat: String, Hashable, Sendable {
  case json, txt
}

/// The settings of a device that a client sends.
public struct DeviceUpload: Sendable, Hashable {
  public static let types = ["desktop", "laptop", "mobile", "server", "other"]

  public var caption: String?
  public var type: String?

  /// Returns nil if the body is not an object with texts. An empty body changes nothing, and an unknown type is
  /// `other`.
  public init?(body: [UInt8]) {
    guard !body.isEmpty else { return }
    guard let value = JSONValue(parsing: body, depthLimit: GpodderLimits.depth), value.isObject else { return nil }
    for (name, path) in [("caption", \DeviceUpload.caption), ("type", \DeviceUpload.type)] {
      guard let member = value.member(name) else { continue }
      guard let text = member.text else { return nil }
      self[keyPath: path] = String(text.filter { $0 != "\0" }.prefix(GpodderLimits.nameCharacters))
    }
    if let type, !Self.types.contains(type) { self.type = "other" }
  }
}
