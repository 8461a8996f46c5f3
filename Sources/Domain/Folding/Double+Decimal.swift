extension Double {
  /// The decimal places to try: large numbers have fewer exact decimals.
  private static let fewDigits = (limit: 1e7, scale: 1e6)
  private static let manyDigits = (limit: 1e10, scale: 1e3)

  /// Returns the nearest decimal within the error of a computation, such as 55,200 for 55,199.99999999999, or the
  /// number itself if there is none.
  func nearestDecimal(within error: Double) -> Double {
    guard magnitude <= Self.manyDigits.limit else { return self }
    let scale = magnitude <= Self.fewDigits.limit ? Self.fewDigits.scale : Self.manyDigits.scale
    let decimal = (self * scale).rounded() / scale
    return (decimal - self).magnitude <= error ? decimal : self
  }

  /// Returns the product of two decimals.
  static func product(_ left: Double, _ right: Double) -> Double {
    let product = left * right
    return product.nearestDecimal(within: 4 * product.ulp)
  }
}
