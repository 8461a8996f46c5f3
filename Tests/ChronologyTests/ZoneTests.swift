import Foundation
import SeededRandom
import Testing

@testable import Chronology

@Suite(.enabled(if: SystemZones.areThere, "there is no /usr/share/zoneinfo"))
struct ZoneTests {
  @Test(
    "Offsets of every zone equal those of Python's zoneinfo, past and future",
    .enabled(if: Python.isThere, "python3 with zoneinfo is not installed"))
  func sameAsPython() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let names = SystemZones.all
    #expect(names.count > 400)
    var input = ""
    var ours: [Int] = []
    for name in names {
      let zone = try SystemZones.zone(name)
      var seconds = (0..<6).map { _ in Int64.random(in: -2_500_000_000...4_500_000_000, using: &random) }
      seconds += (0..<2).map { _ in Int64.random(in: 4_500_000_000...250_000_000_000, using: &random) }
      // Instants just before and at a change reveal most errors.
      for _ in 0..<3 {
        guard let segment = zone.segments.dropFirst().randomElement(using: &random), segment.start > -60_000_000_000
        else { continue }
        seconds += [segment.start - 1, segment.start]
      }
      input += "\(name) \(seconds.map(String.init).joined(separator: " "))\n"
      ours += seconds.map { zone.offset(at: Instant(seconds: $0)) }
    }
    let program = """
      import sys, zoneinfo, datetime
      epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
      for line in sys.stdin:
          name, *seconds = line.split()
          zone = zoneinfo.ZoneInfo(name)
          for second in seconds:
              at = epoch + datetime.timedelta(seconds=int(second))
              print(name, second, int(at.astimezone(zone).utcoffset().total_seconds()))
      """
    let lines = try Python.run(program, input: input).split(separator: "\n")
    try #require(lines.count == ours.count)
    for (line, ours) in zip(lines, ours) {
      #expect(line.hasSuffix(" \(ours)"), "\(line), but here \(ours); WAYMARK_SEED=\(seed)")
    }
  }

  @Test("A yearly rule continues unchanged after 400 years")
  func cycle() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Asia/Jerusalem"] {
      let zone = try SystemZones.zone(name)
      for second in stride(from: Int64(4_200_000_000), to: 4_300_000_000, by: 1_234_567) {
        for cycles in [1, 2, 17] {
          let later = second + Int64(cycles) * Zone.cycleSeconds
          #expect(zone.offset(at: Instant(seconds: second)) == zone.offset(at: Instant(seconds: later)))
        }
      }
    }
  }

  @Test("A zone without a footer, or of version 1, keeps its last offset")
  func firstVersion() throws {
    var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
    for count in [0, 0, 0, 1, 2, 4] as [UInt8] { bytes += [0, 0, 0, count] }
    bytes += [0x40, 0, 0, 0, 1]
    bytes += [0, 0, 0x0E, 0x10, 0, 0] + [0xFF, 0xFF, 0xF1, 0xF0, 0, 0] + Array("ABC\0".utf8)
    let zone = try Zone(name: "Made/Up", tzif: bytes)
    #expect(zone.offset(at: Instant(seconds: 0)) == 3_600)
    #expect(zone.offset(at: Instant(seconds: 0x4000_0000)) == -3_600)
    #expect(zone.offset(at: Instant(seconds: .max)) == -3_600)
  }

  @Test(
    "Parses every form of footer",
    arguments: [
      ("<-03>3", [-10_800, -10_800]), ("EST5EDT,M3.2.0,M11.1.0", [-18_000, -14_400]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 3_600]), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", [39_600, 37_800]),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [-7_200, -3_600]), ("XXX3EDT4,0/0,J365/23", [-14_400, -14_400]),
      ("AAA0BBB,J60,J300", [0, 3_600]), ("AAA0BBB,59/0,299/167", [0, 3_600]),
    ])
  func footers(text: String, winterAndSummer: [Int]) throws {
    let rule = try #require(YearlyRule(posix: ArraySlice(text.utf8)))
    var changes: [(start: Int64, offset: Int64)] = []
    for year in 2020...2030 { changes += rule.changes(in: year) }
    let zone = Zone(name: "Made/Up", changes: changes, first: rule.standard, cycleStart: nil)
    let winter = try #require(Instant(rfc3339: "2024-01-15T12:00:00Z"))
    let summer = try #require(Instant(rfc3339: "2024-07-15T12:00:00Z"))
    #expect([zone.offset(at: winter), zone.offset(at: summer)] == winterAndSummer)
  }

  @Test(
    "Rejects invalid footers",
    arguments: [
      "", "A1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-25", "<CET-1", "CET-1CEST,J0,J3",
      "CET-1CEST,366,3", "CET-1CEST,M3.5.0,M10.5.0x",
    ])
  func wrongFooters(text: String) {
    #expect(YearlyRule(posix: ArraySlice(text.utf8)) == nil)
  }

  @Test("Damaged bytes cause an error and never a crash")
  func damage() throws {
    let path = "\(SystemZones.directory)/America/New_York"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for count in 0..<bytes.count {
      #expect(throws: ZoneDamage.self) { try Zone(name: "Cut", tzif: Array(bytes.prefix(count))) }
    }
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let zone = try? Zone(name: "Changed", tzif: changed) else { continue }
      for second in [Int64.min, -1, 0, 5_000_000_000, .max] {
        _ = LocalCalendar(zone: zone, dayStart: 3).day(of: Instant(seconds: second))
        _ = LocalCalendar(zone: zone).hour(of: Instant(seconds: second))
      }
    }
  }
}
