import Foundation
import Testing

@Suite("The corpus of fuzzing")
struct CorpusTests {
  @Test("Every input of the corpus passes its checks", arguments: FuzzTarget.allCases)
  func kept(target: FuzzTarget) throws {
    let inputs = try Corpus.inputs(of: target)
    #expect(inputs.count > 3)
    for input in inputs {
      target.check(input)
      // A truncated input is an input too.
      for end in stride(from: 0, to: input.count, by: max(1, input.count / 64)) { target.check(Array(input[..<end])) }
    }
  }
}

/// One input per line: hexadecimal digits, or text with escapes, in the format of `deploy/fuzz`.
enum Corpus {
  struct Malformed: Error {}

  static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    let hex = folder.appending(path: "\(target.rawValue).hex")
    let isHex = FileManager.default.fileExists(atPath: hex.path)
    let file = isHex ? hex : folder.appending(path: "\(target.rawValue).txt")
    let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
    return try lines.map { isHex ? try bytes(ofHex: Array($0.utf8)) : try bytes(ofText: Array($0.utf8)) }
  }

  private static func bytes(ofHex digits: [UInt8]) throws -> [UInt8] {
    try stride(from: 0, to: digits.count, by: 2).map { place in
      let pair = String(decoding: digits[place..<min(place + 2, digits.count)], as: UTF8.self)
      guard pair.count == 2, let byte = UInt8(pair, radix: 16) else { throw Malformed() }
      return byte
    }
  }

  private static func bytes(ofText text: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5C else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 0x72: bytes.append(0x0D)
      case 0x6E: bytes.append(0x0A)
      case 0x74: bytes.append(0x09)
      case 0x5C: bytes.append(0x5C)
      case 0x78:
        bytes += try self.bytes(ofHex: Array(rest.prefix(2)))
        rest = rest.dropFirst(2)
      default: throw Malformed()
      }
    }
    return bytes
  }
}
