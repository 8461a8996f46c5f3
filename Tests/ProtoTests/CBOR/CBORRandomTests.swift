import Chronology
import Foundation
import Proto
import SeededRandom
import Testing

/// Random values; every failure prints the seed.
@Suite struct CBORRandomTests {
  struct Sample: Codable, Hashable {
    var name: String
    var count: Int
    var small: Int8?
    var big: UInt64
    var share: Double
    var half: Float?
    var isSet: Bool
    var at: Instant?
    var list: [Int?]
    var byName: [String: Double]
    var inner: [Sample]
    var card: Card

    init(using random: inout SplitMix, depth: Int) {
      name = random.text()
      count = random.integer()
      small = random.maybe { Int8(truncatingIfNeeded: $0.next()) }
      big = random.next() >> (random.next() % 64)
      share = random.double()
      half = random.maybe { Float(Int16(truncatingIfNeeded: $0.next())) / 8 }
      isSet = random.next() & 1 == 0
      at = random.maybe { Instant(seconds: Int64($0.next() % 4_000_000_000) - 1_000_000_000) }
      list = (0..<random.next() % 30).map { _ in random.maybe { $0.integer() } }
      byName = Dictionary((0..<random.next() % 30).map { _ in (random.text(), random.double()) }) { first, _ in first }
      inner = depth == 0 ? [] : (0..<random.next() % 3).map { _ in Sample(using: &random, depth: depth - 1) }
      card = [.blank, .number(random.integer()), .named(name: random.text(), marks: [1, 2])][Int(random.next() % 3)]
    }
  }

  @Test("Random values round-trip, and equal values have equal bytes", arguments: 0..<60)
  func roundTrips(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<5 {
      let value = Sample(using: &random, depth: 3)
      let bytes = try CBOREncoder.encode(value)
      let again = try CBORDecoder.decode(Sample.self, from: bytes)
      #expect(again == value)
      #expect(try CBOREncoder.encode(again) == bytes)
    }
  }

  @Test("The coder and Foundation's JSON coder give the same values", arguments: 0..<40)
  func foundation(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let value = Sample(using: &random, depth: 2)
    let json = try JSONDecoder().decode(Sample.self, from: JSONEncoder().encode(value))
    let cbor = try CBORDecoder.decode(Sample.self, from: CBOREncoder.encode(value))
    #expect(json == cbor)
  }

  @Test("Damaged bytes are rejected or decode to another value", arguments: 0..<40)
  func damage(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let bytes = try CBOREncoder.encode(Sample(using: &random, depth: 1))
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0...random.next() % 3 {
        damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { damaged.removeLast(Int(random.next() % UInt64(bytes.count))) }
      do throws(Fault) {
        _ = try CBORDecoder.decode(Sample.self, from: damaged)
      } catch {
        #expect(error.code == .invalid)
      }
    }
  }

  @Test("Every half, and singles and doubles around them, keep their value in the shortest form")
  func floats() throws {
    for bits in UInt16.min...UInt16.max {
      let bytes = [0xF9, UInt8(bits >> 8), UInt8(bits & 0xFF)]
      let value = try CBORDecoder.decode(Double.self, from: bytes)
      #expect(try CBOREncoder.encode(value) == (value.isNaN ? [0xF9, 0x7E, 0x00] : bytes))
      guard value.isFinite else { continue }
      let single = Float(value).nextUp
      #expect(try CBOREncoder.encode(single).first == 0xFA)
      if value != 0 { #expect(try CBOREncoder.encode(value.nextUp).first == 0xFB) }
    }
  }
}

extension SplitMix {
  mutating func maybe<Value>(_ make: (inout SplitMix) -> Value) -> Value? {
    next() & 1 == 0 ? make(&self) : nil
  }

  /// Returns a number of random magnitude.
  mutating func integer() -> Int {
    Int(bitPattern: UInt(next())) >> Int(next() % 64)
  }

  mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return next() & 1 == 0 ? Double(integer() % 100_000) / 4 : value.isFinite ? value : 0
  }

  mutating func text() -> String {
    let alphabet: [Character] = ["a", "b", "ü", "水", "𐅑", "\"", "\\", "\n", " ", "z", "0", "e\u{301}"]
    return String((0..<next() % 40).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] })
  }
}
