import Chronology
import Proto
import Testing

struct Seven: Codable, Hashable {
  var storyId: String
  var startedAt: Instant
  var endedAt: Instant
  var completed: Bool
  var duration: Double
  var given: Double?
  var count: Int
}

enum Card: Codable, Hashable {
  case blank
  case number(Int)
  case named(name: String, marks: [Int])
}

class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

final class Bird: Animal {
  var song: String

  init(song: String) {
    self.song = song
    super.init(legs: 2)
  }

  enum Keys: String, CodingKey { case song }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    song = try container.decode(String.self, forKey: .song)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(song, forKey: .song)
  }
}

/// Writes to nested containers alternately.
struct Turns: Codable, Hashable {
  var left: [Int]
  var right: [String: Int]

  enum Keys: String, CodingKey { case left, right, count }
  enum RightKeys: String, CodingKey { case a, b }

  init(left: [Int], a: Int, b: Int) {
    self.left = left
    right = ["a": a, "b": b]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var left = container.nestedUnkeyedContainer(forKey: .left)
    var right = container.nestedContainer(keyedBy: RightKeys.self, forKey: .right)
    try right.encode(self.right["a"], forKey: .a)
    for number in self.left { try left.encode(number) }
    try container.encode(self.left.count, forKey: .count)
    try right.encode(self.right["b"], forKey: .b)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let right = try container.nestedContainer(keyedBy: RightKeys.self, forKey: .right)
    var left = try container.nestedUnkeyedContainer(forKey: .left)
    var numbers: [Int] = []
    while !left.isAtEnd { numbers.append(try left.decode(Int.self)) }
    self.init(
      left: numbers, a: try right.decode(Int.self, forKey: .a), b: try right.decode(Int.self, forKey: .b))
  }
}

@Suite struct CBORCoderTests {
  let seven = Seven(
    storyId: "story-1", startedAt: Instant(seconds: 1_790_000_000), endedAt: Instant(seconds: 1_790_001_800),
    completed: true, duration: 1234.5, given: nil, count: 7)

  @Test("A struct is a map with text keys in the order of its members, nil is null")
  func structBytes() throws {
    let bytes = try CBOREncoder.encode(seven)
    #expect(
      hex(bytes)
        == "a7" + "6773746f72794964" + "6773746f72792d31" + "69737461727465644174" + "c11a6ab13b80" + "67656e6465644174"
        + "c11a6ab14288" + "69636f6d706c65746564" + "f5" + "686475726174696f6e" + "fa449a5000" + "65676976656e" + "f6"
        + "65636f756e74" + "07")
    #expect(try CBORDecoder.decode(Seven.self, from: bytes) == seven)
  }

  @Test("Enums with payloads, subclasses and interleaved containers round-trip")
  func generalCodable() throws {
    for card in [Card.blank, .number(-3), .named(name: "x", marks: [1, 2, 3])] {
      #expect(try CBORDecoder.decode(Card.self, from: CBOREncoder.encode(card)) == card)
    }
    let bird = try CBORDecoder.decode(Bird.self, from: CBOREncoder.encode(Bird(song: "tüt")))
    #expect(bird.song == "tüt" && bird.legs == 2)
    let turns = Turns(left: Array(0..<30), a: 1, b: 2)
    #expect(try CBORDecoder.decode(Turns.self, from: CBOREncoder.encode(turns)) == turns)
    #expect(try CBORDecoder.decode([Turns].self, from: CBOREncoder.encode([turns, turns])) == [turns, turns])
  }

  @Test(
    "Maps and arrays of more than 23, 255 and 65,535 entries have wider heads",
    arguments: [0, 23, 24, 255, 256, 65_536])
  func wideHeads(count: Int) throws {
    let array = (0..<count).map { $0 }
    #expect(try CBORDecoder.decode([Int].self, from: CBOREncoder.encode(array)) == array)
    let map = Dictionary(uniqueKeysWithValues: array.map { ("key\($0)", [$0]) })
    let bytes = try CBOREncoder.encode(map)
    #expect(try CBORDecoder.decode([String: [Int]].self, from: bytes) == map)
    var again = map
    again.reserveCapacity(count * 8)
    #expect(try CBOREncoder.encode(again) == bytes)
  }
}
