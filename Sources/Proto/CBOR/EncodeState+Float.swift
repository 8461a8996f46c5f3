extension EncodeState {
  /// Writes the shortest of half, single and double that represents the number exactly.
  mutating func float(_ value: Double) {
    reserve(9)
    if value != value {
      fixedHead(0xF9, 0x7E00 as UInt16)
      return
    }
    let bits = value.bitPattern
    // A half has 10 of the 52 fraction bits, a single 23.
    if bits & 0x3FF_FFFF_FFFF == 0, let half = UInt16(halfBitsOf: value) {
      fixedHead(0xF9, half)
    } else if bits & 0x1FFF_FFFF == 0 || value.magnitude < 0x1p-126, Double(Float(value)) == value {
      fixedHead(0xFA, Float(value).bitPattern)
    } else {
      fixedHead(0xFB, bits)
    }
  }
}

extension UInt16 {
  /// Returns the half-precision form of a number, if that is exact.
  init?(halfBitsOf value: Double) {
    let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 48) & 0x8000
    let magnitude = value.magnitude
    if magnitude == .infinity {
      self = sign | 0x7C00
    } else if magnitude > 65504 {
      return nil
    } else if magnitude >= 0x1p-14 {
      let exponent = UInt16(truncatingIfNeeded: (magnitude.bitPattern >> 52) &- 1008)
      guard magnitude.bitPattern & 0x3FF_FFFF_FFFF == 0 else { return nil }
      self = sign | exponent << 10 | UInt16(truncatingIfNeeded: magnitude.bitPattern >> 42) & 0x3FF
    } else {
      // Subnormal halves are multiples of 2^-24.
      let steps = magnitude * 0x1p24
      guard steps == steps.rounded(.towardZero) else { return nil }
      self = sign | UInt16(steps)
    }
  }
}

extension Double {
  init(halfBits bits: UInt16) {
    let exponent = Int(bits >> 10) & 31
    let fraction = UInt64(bits & 0x3FF)
    let magnitude: Double
    switch exponent {
    case 0: magnitude = Double(fraction) * 0x1p-24
    case 31: magnitude = fraction == 0 ? .infinity : .nan
    default: magnitude = Double(bitPattern: UInt64(exponent + 1008) << 52 | fraction << 42)
    }
    self = bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
