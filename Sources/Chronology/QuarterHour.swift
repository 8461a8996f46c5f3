/// A quarter of an hour since 1970. Within one, the current day of no user changes: days begin at whole hours, and the
/// offsets of all zones in use are multiples of a quarter of an hour.
public struct QuarterHour: Hashable, Sendable {
  public static let seconds: Int64 = 900
  public let number: Int64

  public init(of instant: Instant) {
    let (quotient, remainder) = instant.seconds.quotientAndRemainder(dividingBy: QuarterHour.seconds)
    number = remainder < 0 ? quotient - 1 : quotient
  }
}
