extension FixedWidthInteger {
  /// The quotient rounded towards the past, also for what lies before 1970.
  func dividedDown(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Int64 {
  /// No clock reaches these bounds, and within them no sum of a second and an offset overflows.
  var clampedForClocks: Int64 {
    Swift.min(Swift.max(self, -(1 << 54)), 1 << 54)
  }
}
