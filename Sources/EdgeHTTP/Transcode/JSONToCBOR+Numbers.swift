import Proto

extension JSONToCBOR {
  /// A number as digits and a power of ten, to detect whole numbers in any notation: `12.0`, `1e2`.
  private struct Decimal {
    var isNegative = false
    var digits: UInt64 = 0
    var digitCount = 0
    var exponent = 0
    /// Whether a digit that did not fit was not zero.
    var isCut = false

    mutating func take(_ digit: UInt8, isFraction: Bool) {
      if digitCount < 19 {
        digits = digits * 10 + UInt64(digit)
        // Leading zeros do not count.
        if digits != 0 { digitCount += 1 }
        if isFraction { exponent -= 1 }
      } else {
        isCut = isCut || digit != 0
        if !isFraction { exponent += 1 }
      }
    }

    /// The number if it is whole and fits into an `Int64`.
    var integer: Int64? {
      guard digits != 0 else { return 0 }
      guard !isCut else { return nil }
      var value = digits
      var power = exponent
      while power < 0, value % 10 == 0 {
        value /= 10
        power += 1
      }
      guard power >= 0, power < 19 else { return nil }
      for _ in 0..<power {
        let (product, overflows) = value.multipliedReportingOverflow(by: 10)
        guard !overflows else { return nil }
        value = product
      }
      if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
      return Int64(exactly: value)
    }

    private static let powers: [Double] = [
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
      1e20, 1e21, 1e22,
    ]

    /// The nearest double, if one multiplication or division of exact doubles yields it.
    var double: Double? {
      guard !isCut, digits <= 1 << 53, exponent.magnitude <= 22 else { return nil }
      let power = Decimal.powers[Int(exponent.magnitude)]
      let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
      return isNegative ? -value : value
    }
  }

  mutating func number(_ bytes: Span<UInt8>, _ writer: inout CBORWriter) throws(RequestProblem) {
    let start = position
    var decimal = Decimal()
    if bytes[position] == 0x2D {
      decimal.isNegative = true
      position += 1
    }
    if position < end, bytes[position] == 0x30 {
      position += 1
    } else {
      try digits(bytes) { decimal.take($0, isFraction: false) }
    }
    if position < end, bytes[position] == 0x2E {
      position += 1
      try digits(bytes) { decimal.take($0, isFraction: true) }
    }
    if position < end, bytes[position] | 0x20 == 0x65 {
      position += 1
      var isNegative = false
      if position < end, bytes[position] == 0x2B || bytes[position] == 0x2D {
        isNegative = bytes[position] == 0x2D
        position += 1
      }
      var power = 0
      // A body has too few digits to bring a number with such an exponent back into range.
      try digits(bytes) { power = min(power * 10 + Int($0), 10_000_000) }
      decimal.exponent += isNegative ? -power : power
    }
    if let integer = decimal.integer { return writer.integer(integer) }
    guard let double = decimal.double ?? Double(bytes.text(start..<position)), double.isFinite else {
      throw RequestProblem(status: 400, detail: "a number in the body is out of range")
    }
    writer.float(double)
  }

  private mutating func digits(_ bytes: Span<UInt8>, _ take: (UInt8) -> Void) throws(RequestProblem) {
    let start = position
    while position < end, Bytes.isDigit(bytes[position]) {
      take(bytes[position] - 0x30)
      position += 1
    }
    guard position > start else { throw malformed("a number is malformed") }
  }
}
