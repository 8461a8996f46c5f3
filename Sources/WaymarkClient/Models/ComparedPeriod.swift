/// The period whose figures the server returns next to those of the requested one.
public struct ComparedPeriod: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a value from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As many days of the period of the same kind immediately before.
  public static let previous = ComparedPeriod(rawValue: "previous")
  /// The same days one year earlier; 28 February for the 29th.
  public static let lastYear = ComparedPeriod(rawValue: "lastYear")

  /// All values that this version knows, in the order of a picker.
  public static let allCases: [ComparedPeriod] = [.previous, .lastYear]

  /// The title for a picker, in English.
  public var displayName: String {
    switch self {
    case .previous: "Previous period"
    case .lastYear: "Same period last year"
    default: rawValue
    }
  }
}
