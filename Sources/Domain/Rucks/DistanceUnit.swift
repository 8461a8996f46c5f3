/// The unit in which distances are displayed. They are stored in metres.
public enum DistanceUnit: String, Codable, CaseIterable, Sendable {
  case kilometres = "km"
  case miles = "mi"

  public var metres: Double {
    switch self {
    case .kilometres: 1_000
    case .miles: 1_609.344
    }
  }

  /// The unit of weights that goes with it.
  public var weight: (name: String, kilograms: Double) {
    switch self {
    case .kilometres: ("kg", 1)
    case .miles: ("lb", 0.453_592_37)
    }
  }
}
