extension Double {
  /// Decimals of these places are looked for: the more a number has before its point, the fewer behind it.
  private static let fewDigits = (limit: 1e7, scale: 1e6)
  private static let manyDigits = (limit: 1e10, scale: 1e3)

  /// The decimal that this number is but for an error of its making, as a person would have computed it: 55,200, not
  /// 55,199.99999999999. Itself where no decimal is so near.
  func nearestDecimal(within error: Double) -> Double {
    guard magnitude <= Self.manyDigits.limit else { return self }
    let scale = magnitude <= Self.fewDigits.limit ? Self.fewDigits.scale : Self.manyDigits.scale
    let decimal = (self * scale).rounded() / scale
    return (decimal - self).magnitude <= error ? decimal : self
  }

  /// The product of two decimals.
  static func product(_ left: Double, _ right: Double) -> Double {
    let product = left * right
    return product.nearestDecimal(within: 4 * product.ulp)
  }
}
