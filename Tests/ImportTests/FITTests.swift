import API
import Chronology
import Compression
import Domain
import Testing

@testable import Import

@Suite("FIT files")
struct FITTests {
  @Test("FIT: reads both headers, developer fields, sentinels, latitude 0, pauses and chained files")
  func fit() throws {
    for size in [UInt8(12), 14] {
      var file = FITFile.hike
      file.headerSize = size
      let ruck = try #require(try Read.findings(.fit, bytes: file.file).rucks.first?.ruck)
      #expect(ruck.startedAt.seconds == 1_600_000_000 && ruck.endedAt.seconds == 1_600_004_500)
      #expect(ruck.distance == 5_250.5 && ruck.movingTime == 4_000 && ruck.elevationGain == 120 && ruck.calories == nil)
    }
    let chained = FITFile.hike.file + FITFile.hike.file + [1, 2, 3]
    #expect(try Read.findings(.fit, bytes: chained).rucks.map(\.line) == [1, 2])
    #expect(try Read.findings(.fit, bytes: try #require(Deflate.gzip(FITFile.hike.file))).rucks.count == 1)
  }

  @Test("FIT: completes compressed timestamps over an overflow; points without a session are one activity")
  func compressedTimes() throws {
    var reader = FITReader()
    var file = FITFile()
    file.add(20, [(253, 1_000_000_000)])
    file.add(20, [(5, 100)])
    for offset in [5, 31, 2] as [UInt8] { file.addCompressed(offset, [200]) }
    var times: [Double] = []
    try reader.read(file.file[...]) { message throws(ImportError) in
      if let time = message.fields[253] { times.append(time) }
    }
    let base = 1_000_000_000.0 - Double(1_000_000_000 % 32)
    #expect(times == [1_000_000_000, base + 5, base + 31, base + 34])
    var points = FITFile()
    for second in [0, 60, 120] as [UInt32] { points.add(20, [(253, FITFile.start + second), (5, second * 150)]) }
    let ruck = try #require(try Read.findings(.fit, bytes: points.file).rucks.first?.ruck)
    #expect(ruck.distance == 180 && ruck.endedAt - ruck.startedAt == 120)
  }

  @Test("A FIT file that is truncated or changed at any byte is rejected or read")
  func damagedFIT() throws {
    let bytes = FITFile.hike.file
    for place in bytes.indices {
      _ = try? Read.findings(.fit, bytes: Array(bytes[..<place]), pieces: 3)
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        _ = try? Read.findings(.fit, bytes: changed, pieces: 1_000)
      }
    }
    #expect(throws: ImportError.self) { try Read.findings(.fit, "no FIT file at all") }
  }

  @Test("FIT: an unspecified sport in open water is not a ruck, and a timer past the elapsed time sets the end")
  func kindsAndTimers() throws {
    func session(kind: UInt32, elapsed: UInt32, timer: UInt32) -> FITFile {
      var file = FITFile()
      file.add(
        18,
        [
          (253, FITFile.start + 100), (2, FITFile.start), (5, 0), (6, kind), (7, elapsed * 1_000), (8, timer * 1_000),
          (9, 200_000),
        ])
      return file
    }
    let swim = try Read.findings(.fit, bytes: session(kind: 18, elapsed: 1_800, timer: 1_700).file)
    #expect(swim.rucks.isEmpty)
    let walk = try Read.findings(.fit, bytes: session(kind: 0, elapsed: 1_800, timer: 2_000).file)
    #expect(walk.rucks.first.map { $0.ruck.endedAt - $0.ruck.startedAt } == 2_000)
  }

  @Test("FIT: a stopped timer is a pause; each file without a session is a separate activity")
  func pauses() throws {
    var file = FITFile()
    func point(_ second: UInt32, _ longitude: UInt32) {
      file.add(20, [(253, FITFile.start + second), (0, 0), (1, longitude)])
    }
    point(0, 0)
    point(600, 119_305)
    file.addTimer(FITFile.start + 600, stops: true)
    file.addTimer(FITFile.start + 1_200, stops: false)
    point(1_200, 11_930_465)
    point(1_500, 11_930_465)
    let ruck = try #require(try Read.findings(.fit, bytes: file.file).rucks.first?.ruck)
    // A hundredth of a degree at the equator; the whole degree over the pause does not count.
    #expect(abs(ruck.distance - 1_111.9) < 1 && ruck.movingTime == 900 && ruck.endedAt - ruck.startedAt == 1_500)
    #expect(try Read.findings(.fit, bytes: file.file + file.file).rucks.count == 2)
  }

  @Test("FIT: ignores messages after or across the end that the header declares")
  func declaredLength() throws {
    var file = FITFile.hike
    let whole = file.file
    file.add(18, [(253, FITFile.start + 9_000), (2, FITFile.start + 8_000), (7, 1_000_000)])
    var beyond = file.file
    beyond.replaceSubrange(4..<8, with: whole[4..<8])
    #expect(try Read.findings(.fit, bytes: beyond).rucks.count == 1)
    var crossing = whole
    crossing[4] -= 1
    #expect(try Read.findings(.fit, bytes: crossing).rucks.first?.ruck.distance != 5_250.5)
    var unfinished = whole
    unfinished.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    #expect(try Read.findings(.fit, bytes: unfinished).rucks.count == 1)
  }

  @Test("FIT: ignores implausible numbers", arguments: [Double.infinity, .nan, 1e300, -1e300, 9.1e15])
  func absurdNumbers(number: Double) throws {
    let bits = number.bitPattern
    var file = FITFile()
    for field in [UInt8(5), 2, 7, 253, 9, 59] {
      file.bytes += [0x40, 0, 0, 18, 0, 1, field, 8, 0x89, 0] + (0..<8).map { UInt8(bits >> ($0 * 8) & 255) }
    }
    #expect(try Read.findings(.fit, bytes: file.file).rucks.isEmpty)
  }

  @Test("FIT: skips other sports and counts them by name, or by number if they are unknown")
  func sports() throws {
    func report(_ sport: UInt32) throws -> ImportReport {
      var file = FITFile()
      file.add(18, [(253, FITFile.start + 600), (2, FITFile.start), (5, sport), (7, 600_000), (9, 10_000)])
      let found = try Read.findings(.fit, bytes: file.file)
      #expect(found.rucks.count + found.report.skipped == 1)
      return found.report
    }
    for sport in [0, 11, 16, 17, 35, 45] as [UInt32] { #expect(try report(sport).skipped == 0, "\(sport)") }
    for sport in [1, 2, 3, 6, 8, 9, 18, 20, 22, 27, 30, 31, 37, 53, 54, 62, 64, 67, 69, 84, 200] as [UInt32] {
      #expect(try report(sport).skipped == 1, "\(sport)")
    }
    #expect(try report(8).skippedByType == ["tennis": 1] && report(54).skippedByType == ["sport 54": 1])
  }

  @Test("FIT: imports an incomplete file and reports where it ends")
  func incompleteFile() throws {
    let whole = FITFile.hike.file
    #expect(try Read.findings(.fit, bytes: whole).report.problems.isEmpty)
    let ends = (0..<whole.count).compactMap { end -> [String]? in
      guard let found = try? Read.findings(.fit, bytes: Array(whole[..<end])), !found.rucks.isEmpty else { return nil }
      return found.report.problems.map(\.reason)
    }
    #expect(!ends.isEmpty && ends.dropLast(2).allSatisfy { $0.count == 1 && $0[0].contains("incomplete") }, "\(ends)")
  }

  @Test("FIT: a session before its points uses their distance if it has none")
  func sessionFirst() throws {
    var file = FITFile()
    for start in [0, 4_000] as [UInt32] {
      let begin = FITFile.start + start
      file.add(18, [(253, begin), (2, begin), (5, 17), (7, 3_600_000)])
    }
    for start in [0, 4_000] as [UInt32] {
      for step in 0..<3 as Range<UInt32> {
        file.add(20, [(253, FITFile.start + start + step * 600), (0, 0), (1, step * 119_305 * (start == 0 ? 1 : 2))])
      }
    }
    let rucks = try Read.findings(.fit, bytes: file.file).rucks
    #expect(rucks.map(\.line) == [1, 2])
    #expect(zip(rucks, [2_223.9, 4_447.8]).allSatisfy { abs($0.ruck.distance - $1) < 2 }, "\(rucks)")
    #expect(throws: ImportError.self) { try Read.findings(.fit, bytes: FITFile().file) }
  }
}
