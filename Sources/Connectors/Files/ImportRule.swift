public import API
public import Domain

/// Decides by the names of a file and its folders whether and how it is imported.
public enum ImportRule {
  private static let poundKilograms = 0.453_592_37

  public static func order(for path: FilePath, from connector: ConnectorName) -> SessionAPI.ImportOrder? {
    guard !path.name.hasPrefix("."), let format = format(of: path) else { return nil }
    let load = format.isOfActivities ? path.names.reversed().lazy.compactMap(load(in:)).first : nil
    return SessionAPI.ImportOrder(connector, format, load: load)
  }

  /// The last name decides, then the nearest folder that is named after a format.
  static func format(of path: FilePath) -> ImportFormat? {
    if path.name == FileRules.statisticsName { return .koreader }
    var name = path.name.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    let formats: [(String, ImportFormat)] = [(".gpx", .gpx), (".tcx", .tcx), (".fit", .fit)]
    if let found = formats.first(where: { name.hasSuffix($0.0) && name.utf8.count > $0.0.utf8.count }) {
      return found.1
    }
    return path.names.dropLast().reversed().lazy.compactMap { ImportFormat(rawValue: $0) }.first
  }

  /// Returns the weight in a name, such as `20kg` or `45 lb`, in kilograms.
  static func load(in name: String) -> Double? {
    let text = Array(name.lowercased().utf8)
    var place = 0
    while place < text.count {
      guard isDigit(text[place]) else {
        place += 1
        continue
      }
      let start = place
      while place < text.count, isDigit(text[place]) || isPoint(text, place) { place += 1 }
      let digits = String(decoding: text[start..<place].map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self)
      let isPartOfWord = start > 0 && (isLetter(text[start - 1]) || text[start - 1] == 0x2E)
      guard !isPartOfWord, let value = Double(digits), let factor = unit(text, after: place) else { continue }
      let kilograms = value * factor
      if (0...RuckRules.heaviestLoad).contains(kilograms) { return kilograms }
    }
    return nil
  }

  /// Returns the kilograms of the unit after a number, with at most one separator between them.
  private static func unit(_ text: [UInt8], after place: Int) -> Double? {
    var start = place
    if start < text.count, [0x20, 0x2D, 0x5F].contains(text[start]) { start += 1 }
    let letters = text[start...].prefix(while: isLetter)
    switch String(decoding: letters, as: UTF8.self) {
    case "kg": return 1
    case "lb", "lbs": return poundKilograms
    default: return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || byte >= 0x80 }

  /// A decimal point or comma, which a digit follows.
  private static func isPoint(_ text: [UInt8], _ place: Int) -> Bool {
    [0x2E, 0x2C].contains(text[place]) && place + 1 < text.count && isDigit(text[place + 1])
  }
}

/// The outcome of an import that was awaited.
public struct ConnectorImport: Sendable, Equatable {
  /// The new sessions and rucks.
  public var items: ConnectorItems
  /// Why nothing was imported, or nil.
  public var rejection: String?
  /// Names what was not imported and why, or nil.
  public var problem: String?

  public init(items: ConnectorItems = ConnectorItems(), rejection: String? = nil, problem: String? = nil) {
    self.items = items
    self.rejection = rejection
    self.problem = problem
  }
}
