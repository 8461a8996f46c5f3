/// What distances are shown in; they are kept and counted in metres.
public enum DistanceUnit: String, Codable, CaseIterable, Sendable {
  case kilometres = "km"
  case miles = "mi"

  public var metres: Double {
    switch self {
    case .kilometres: 1_000
    case .miles: 1_609.344
    }
  }

  /// What weights are shown in beside it.
  public var weight: (name: String, kilograms: Double) {
    switch self {
    case .kilometres: ("kg", 1)
    case .miles: ("lb", 0.453_592_37)
    }
  }
}
