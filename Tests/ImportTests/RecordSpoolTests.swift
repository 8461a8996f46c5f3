import Glibc
import SeededRandom
import Testing

@testable import Import

@Suite("Records in a temporary file")
struct RecordSpoolTests {
  private func record(_ random: inout SplitMix, most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test("Returns the last bytes of each record, in a file and in memory", arguments: [1, 16, 1_000, 1 << 20])
  func records(block: Int) throws {
    for folders in [["/tmp"], []] {
      var random = SplitMix(seed: UInt64(block))
      var spool = RecordSpool(file: TemporaryFile(in: folders), blockBytes: block)
      var expected: [[UInt8]] = []
      for _ in 0..<2_000 {
        let bytes = record(&random, most: 60)
        if let number = expected.indices.randomElement(using: &random), Bool.random(using: &random) {
          expected[number] = bytes
          try spool.replace(number, with: bytes)
        } else {
          expected.append(bytes)
          try spool.append(bytes)
        }
      }
      #expect(spool.count == expected.count)
      for number in expected.indices { #expect(try spool[number] == expected[number]) }
    }
  }

  @Test("Records across the chunks of the memory are complete")
  func large() throws {
    var spool = RecordSpool()
    let sizes = [700_000, 700_000, 3_000_000, 5]
    for (number, size) in sizes.enumerated() { try spool.append([UInt8](repeating: UInt8(number), count: size)) }
    try spool.replace(1, with: [UInt8](repeating: 9, count: 650_000))
    for (number, size) in sizes.enumerated() where number != 1 {
      #expect(try spool[number] == [UInt8](repeating: UInt8(number), count: size))
    }
    #expect(try spool[1] == [UInt8](repeating: 9, count: 650_000))
  }

  @Test("A record that grows many times needs little more than its last bytes")
  func growth() throws {
    var spool = RecordSpool()
    try spool.append([1])
    for count in 1...4_000 { try spool.replace(0, with: [UInt8](repeating: 1, count: count)) }
    #expect(spool.byteCount < 4 * 4_000)
  }

  @Test("Divides records by their number and bytes")
  func parts() throws {
    var spool = RecordSpool()
    for size in [1, 1, 1, 9, 1, 1, 20, 1] { try spool.append([UInt8](repeating: 0, count: size)) }
    #expect(spool.parts(items: 2, bytes: 10) == [0..<2, 2..<4, 4..<6, 6..<7, 7..<8])
    #expect(spool.parts(items: 9, bytes: 100) == [0..<8])
    #expect(RecordSpool().parts(items: 1, bytes: 1).isEmpty)
  }

  @Test("A full disk is an error with its reason")
  func fullDisk() throws {
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    try #require(full >= 0)
    var spool = RecordSpool(file: TemporaryFile(descriptor: full), blockBytes: 1)
    try spool.append([1])
    let error = #expect(throws: ImportError.self) { try spool.append([2]) }
    #expect(error?.description.contains("cannot write the temporary file: No space left on device") == true)
  }
}
