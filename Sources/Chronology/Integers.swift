extension FixedWidthInteger {
  /// Returns the quotient rounded down, also for negative numbers.
  func dividedDown(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Int64 {
  /// Limits the value so that adding an offset cannot overflow. No clock reaches these limits.
  var clampedForClocks: Int64 {
    Swift.min(Swift.max(self, -(1 << 54)), 1 << 54)
  }
}
