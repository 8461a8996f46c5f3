public import Foundation

/// Formats figures for a person, with the numbers of a locale and the person's units. Nil and invalid numbers give
/// ``nothing``.
public struct Formatters: Sendable, Hashable {
  /// The unit of distances and paces.
  public enum DistanceUnit: Sendable, Hashable, CaseIterable {
    /// Kilometres, and metres for short distances.
    case kilometers
    /// Miles, and feet for short distances.
    case miles
  }

  /// The unit of weights.
  public enum WeightUnit: Sendable, Hashable, CaseIterable {
    /// Kilograms.
    case kilograms
    /// Pounds.
    case pounds
  }

  /// The text for a missing value, a dash.
  public static let nothing = "—"

  /// The locale of numbers, dates and durations.
  public var locale: Locale
  /// The unit of distances and paces.
  public var distanceUnit: DistanceUnit
  /// The unit of weights.
  public var weightUnit: WeightUnit

  /// Creates formatters. Units that are nil follow the locale: miles in the United States and the United Kingdom,
  /// pounds in the United States.
  public init(
    locale: Locale = .autoupdatingCurrent, distanceUnit: DistanceUnit? = nil, weightUnit: WeightUnit? = nil
  ) {
    let system = locale.measurementSystem
    self.locale = locale
    self.distanceUnit = distanceUnit ?? (system == .metric ? .kilometers : .miles)
    self.weightUnit = weightUnit ?? (system == .us ? .pounds : .kilograms)
  }
}

/// Distances and weights, given in metres and kilograms.
extension Formatters {
  /// Returns a distance such as "850 m", "5.25 km" or "3.26 mi" for metres. Short distances are in metres or feet.
  public func distance(_ meters: Double?) -> String {
    guard let meters, meters.isFinite else { return Self.nothing }
    switch distanceUnit {
    case .kilometers:
      if let short = Self.whole(meters, below: 1_000) { return measure(short, 0, "m") }
      return long(meters / Self.metersPerKilometer, "km")
    case .miles:
      // Below a tenth of a mile.
      if let short = Self.whole(meters / Self.metersPerFoot, below: 528) { return measure(short, 0, "ft") }
      return long(meters / Self.metersPerMile, "mi")
    }
  }

  /// Returns a climb such as "320 m" or "1,050 ft" for metres.
  public func elevation(_ meters: Double?) -> String {
    distanceUnit == .kilometers ? measure(meters, 0, "m") : measure(meters.map { $0 / Self.metersPerFoot }, 0, "ft")
  }

  /// Returns a weight such as "20.5 kg" or "45.2 lb" for kilograms.
  public func weight(_ kilograms: Double?) -> String {
    measure(kilograms.map { $0 * weightScale }, 1, weightSymbol)
  }

  /// Returns load times distance such as "200 kg·km" or "274 lb·mi" for kilogram metres.
  public func weightMoved(_ kilogramMeters: Double?) -> String {
    let moved = kilogramMeters.map { $0 * weightScale / metersPerUnit }
    return measure(moved, abs(moved ?? 0) < 100 ? 1 : 0, "\(weightSymbol)·\(distanceSymbol)")
  }

  /// Returns an energy such as "412 kcal" for kilocalories.
  public func energy(_ kilocalories: Double?) -> String { measure(kilocalories, 0, "kcal") }

  /// Returns a rate such as "412 kcal/h" for kilocalories per hour.
  public func burnRate(_ kilocaloriesPerHour: Double?) -> String { measure(kilocaloriesPerHour, 0, "kcal/h") }

  private func long(_ value: Double, _ unit: String) -> String {
    measure(value, abs(value) < 100 ? 2 : abs(value) < 1_000 ? 1 : 0, unit)
  }

  /// Returns the rounded value, or nil if it is 0 or at least `bound`.
  private static func whole(_ value: Double, below bound: Double) -> Double? {
    let whole = value.rounded()
    return whole != 0 && abs(whole) < bound ? whole : nil
  }
}

/// Numbers and units.
extension Formatters {
  static let metersPerKilometer = 1_000.0
  static let metersPerMile = 1_609.344
  static let metersPerFoot = 0.3048
  static let kilogramsPerPound = 0.453_592_37

  var metersPerUnit: Double { distanceUnit == .kilometers ? Self.metersPerKilometer : Self.metersPerMile }
  var distanceSymbol: String { distanceUnit == .kilometers ? "km" : "mi" }
  private var weightScale: Double { weightUnit == .kilograms ? 1 : 1 / Self.kilogramsPerPound }
  private var weightSymbol: String { weightUnit == .kilograms ? "kg" : "lb" }

  /// Returns a number with at most the given decimals and no trailing zeros. Halves are rounded away from zero.
  public func number(_ value: Double?, decimals: Int = 0) -> String {
    guard let rounded = Self.rounded(value, decimals) else { return Self.nothing }
    let style = FloatingPointFormatStyle<Double>.number.locale(locale)
    // Very large numbers would be unreadable otherwise.
    if abs(rounded) >= 1e12 { return rounded.formatted(style.notation(.scientific).precision(.fractionLength(0...2))) }
    return rounded.formatted(style.precision(.fractionLength(0...decimals)))
  }

  /// Returns a percentage such as "60.5%" or "60,5 %" for 0…100.
  public func percent(_ percentage: Double?, decimals: Int = 1) -> String {
    guard let rounded = Self.rounded(percentage, decimals) else { return Self.nothing }
    if abs(rounded) >= 1e12 { return number(rounded) + "%" }
    let style = FloatingPointFormatStyle<Double>.Percent.percent.locale(locale).precision(.fractionLength(0...decimals))
    return (rounded / 100).formatted(style)
  }

  /// Puts a no-break space between the number and the unit.
  private func measure(_ value: Double?, _ decimals: Int, _ unit: String) -> String {
    guard let value, value.isFinite else { return Self.nothing }
    return number(value, decimals: decimals) + "\u{A0}" + unit
  }

  private static func rounded(_ value: Double?, _ decimals: Int) -> Double? {
    guard let value, value.isFinite else { return nil }
    let scale = (0..<max(0, decimals)).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded() / scale
    // Adding zero turns −0 into 0.
    return (scaled.isFinite ? scaled : value) + 0
  }
}
