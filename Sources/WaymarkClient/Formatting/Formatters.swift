public import Foundation

/// Figures as a person reads them: numbers in the way of a place, in the units that this person walks and lifts in.
/// Where there is no number, also for what is not one, there is a dash.
public struct Formatters: Sendable, Hashable {
  public enum DistanceUnit: Sendable, Hashable, CaseIterable {
    case kilometers, miles
  }

  public enum WeightUnit: Sendable, Hashable, CaseIterable {
    case kilograms, pounds
  }

  /// What is shown where there is nothing to show.
  public static let nothing = "—"

  public var locale: Locale
  public var distanceUnit: DistanceUnit
  public var weightUnit: WeightUnit

  /// Units that are not given are those of the place: miles in the United States and the United Kingdom, pounds in the
  /// United States.
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
  /// "850 m", "5.25 km", "1,204 km"; "500 ft", "3.26 mi".
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

  /// What was climbed: "320 m", "1,050 ft".
  public func elevation(_ meters: Double?) -> String {
    distanceUnit == .kilometers ? measure(meters, 0, "m") : measure(meters.map { $0 / Self.metersPerFoot }, 0, "ft")
  }

  /// "20.5 kg", "45.2 lb".
  public func weight(_ kilograms: Double?) -> String {
    measure(kilograms.map { $0 * weightScale }, 1, weightSymbol)
  }

  /// A load times the way it was carried, given in kilogram metres: "200 kg·km", "274 lb·mi".
  public func weightMoved(_ kilogramMeters: Double?) -> String {
    let moved = kilogramMeters.map { $0 * weightScale / metersPerUnit }
    return measure(moved, abs(moved ?? 0) < 100 ? 1 : 0, "\(weightSymbol)·\(distanceSymbol)")
  }

  public func energy(_ kilocalories: Double?) -> String { measure(kilocalories, 0, "kcal") }

  /// "412 kcal/h".
  public func burnRate(_ kilocaloriesPerHour: Double?) -> String { measure(kilocaloriesPerHour, 0, "kcal/h") }

  private func long(_ value: Double, _ unit: String) -> String {
    measure(value, abs(value) < 100 ? 2 : abs(value) < 1_000 ? 1 : 0, unit)
  }

  /// The value without its fraction, unless that is 0 or too much for a small unit.
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

  /// With at most so many decimals, none of them in vain; halves go away from zero.
  public func number(_ value: Double?, decimals: Int = 0) -> String {
    guard let rounded = Self.rounded(value, decimals) else { return Self.nothing }
    let style = FloatingPointFormatStyle<Double>.number.locale(locale)
    // A number of a hundred digits cannot be read.
    if abs(rounded) >= 1e12 { return rounded.formatted(style.notation(.scientific).precision(.fractionLength(0...2))) }
    return rounded.formatted(style.precision(.fractionLength(0...decimals)))
  }

  /// Of 0…100, as the server gives it: "60.5%", "60,5 %".
  public func percent(_ percentage: Double?, decimals: Int = 1) -> String {
    guard let rounded = Self.rounded(percentage, decimals) else { return Self.nothing }
    if abs(rounded) >= 1e12 { return number(rounded) + "%" }
    let style = FloatingPointFormatStyle<Double>.Percent.percent.locale(locale).precision(.fractionLength(0...decimals))
    return (rounded / 100).formatted(style)
  }

  /// A space that no line is broken at stands between a number and its unit.
  private func measure(_ value: Double?, _ decimals: Int, _ unit: String) -> String {
    guard let value, value.isFinite else { return Self.nothing }
    return number(value, decimals: decimals) + "\u{A0}" + unit
  }

  private static func rounded(_ value: Double?, _ decimals: Int) -> Double? {
    guard let value, value.isFinite else { return nil }
    let scale = (0..<max(0, decimals)).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded() / scale
    // Adding zero takes the sign of a negative one.
    return (scaled.isFinite ? scaled : value) + 0
  }
}
