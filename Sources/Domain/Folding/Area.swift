/// A part of a user's data, identified by the paths that read it.
public enum Area: String, Codable, CaseIterable, Hashable, Sendable {
  case profile, catalogue, listening, library, reading, diversity, rucks, goals, shares, connections

  /// The index among all areas.
  public var index: Int {
    switch self {
    case .profile: 0
    case .catalogue: 1
    case .listening: 2
    case .library: 3
    case .reading: 4
    case .diversity: 5
    case .rucks: 6
    case .goals: 7
    case .shares: 8
    case .connections: 9
    }
  }
}

/// A set of areas.
public struct Areas: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public init(_ area: Area) {
    self.init(rawValue: 1 << UInt16(area.index))
  }

  public static let profile = Areas(.profile)
  public static let catalogue = Areas(.catalogue)
  public static let listening = Areas(.listening)
  public static let library = Areas(.library)
  public static let reading = Areas(.reading)
  public static let diversity = Areas(.diversity)
  public static let rucks = Areas(.rucks)
  public static let goals = Areas(.goals)
  public static let shares = Areas(.shares)
  public static let connections = Areas(.connections)
  public static let all = Areas(rawValue: 1 << UInt16(Area.allCases.count) - 1)

  /// In the order of declaration.
  public var list: [Area] { Area.allCases.filter { contains(Areas($0)) } }
}
