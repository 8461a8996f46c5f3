import API
import Chronology
import Compression
import Domain
import Testing

@testable import Import

@Suite("Activities")
struct ActivityTests {
  private func rucks(_ format: ImportFormat, _ text: String) throws -> [Ruck] {
    try Read.findings(format, text).rucks.map(\.ruck)
  }

  private let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE gpx [ <!ENTITY a "aaaa"> <!ENTITY b "&a;&a;&a;"> ]>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
      <metadata><time>2020-01-01T00:00:00Z</time></metadata>
      <trk><name>Up</name><type>hiking</type>
        <trkseg>
          <trkpt lat="0.0" lon="0.0"><ele>100</ele><time>2020-09-13T12:00:00Z</time></trkpt>
          <trkpt lat="0.0" lon="0.01"><ele>101</ele><time>2020-09-13T12:10:00Z</time></trkpt>
          <trkpt lat="0.0" lon="0.02"><ele>120.5</ele><time>2020-09-13T12:20:00Z</time></trkpt>
        </trkseg>
        <trkseg>
          <trkpt lat="1.0" lon="0.02"><time>2020-09-13T13:00:00Z</time></trkpt>
          <trkpt lat="1.0" lon="0.02"><time>2020-09-13T13:05:00Z</time><x:a>1</x:a></trkpt>
        </trkseg>
      </trk>
    </gpx>
    """

  @Test("GPX: sums distances between points except pauses, ignores noise in heights and the document type")
  func gpxFile() throws {
    let ruck = try #require(try rucks(.gpx, gpx).first)
    #expect(ruck.startedAt == Instant("2020-09-13T12:00:00Z") && ruck.endedAt == Instant("2020-09-13T13:05:00Z"))
    #expect(abs(ruck.distance - 2_223.9) < 0.2, "\(ruck.distance)")
    #expect(ruck.elevationGain == 20.5 && ruck.movingTime == 1_500 && ruck.loadWeight == 0)
    #expect(try Read.findings(.gpx, bytes: try #require(Deflate.gzip(Array(gpx.utf8)))).rucks.count == 1)
  }

  @Test("Any prefix of an XML file is read or rejected, independent of the chunks")
  func cutOff() throws {
    let bytes = Array(gpx.utf8)
    for end in stride(from: 0, to: bytes.count, by: 7) { _ = try? Read.findings(.gpx, bytes: Array(bytes[..<end])) }
    #expect(try Read.findings(.gpx, bytes: bytes, pieces: 1).rucks == Read.findings(.gpx, bytes: bytes).rucks)
  }

  @Test(
    "Rejects XML with entity expansion, deep nesting or endless tags",
    arguments: [
      "", "x", "<a/>", "<gpx>", "<gpx>&b;</gpx>", String(repeating: "<gpx>", count: 1_000),
      "<gpx a=\"" + String(repeating: "x", count: 3 << 20) + "\"/>",
      "<!DOCTYPE " + String(repeating: "x", count: 2 << 20),
      "<gpx><trk></gpx>",
    ])
  func hostileXML(file: String) {
    #expect(throws: ImportError.self) { try Read.findings(.gpx, file) }
  }

  @Test("TCX: sums laps, uses timed seconds as moving time, and reports rides")
  func tcx() throws {
    func file(_ sport: String) -> String {
      """
      <TrainingCenterDatabase><Activities><Activity Sport="\(sport)"><Id>2020-09-13T12:00:00Z</Id>
        <Lap StartTime="2020-09-13T12:00:00Z"><TotalTimeSeconds>1000.5</TotalTimeSeconds>
          <DistanceMeters>1500</DistanceMeters><Calories>100</Calories>
          <Track><Trackpoint><Time>2020-09-13T12:00:00Z</Time><AltitudeMeters>10</AltitudeMeters>
            <DistanceMeters>0</DistanceMeters></Trackpoint></Track></Lap>
        <Lap StartTime="2020-09-13T12:30:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>
          <DistanceMeters>500.25</DistanceMeters><Calories>50</Calories></Lap>
      </Activity></Activities></TrainingCenterDatabase>
      """
    }
    let ruck = try #require(try rucks(.tcx, file("Other")).first)
    #expect(ruck.endedAt == Instant("2020-09-13T12:40:00Z") && ruck.distance == 2_000.3 && ruck.calories == 150)
    #expect(ruck.movingTime == 1_600.5)
    #expect(try Read.findings(.tcx, file("Biking")).report.skippedByType == ["Biking": 1])
    let uncounted = file("Other").replacing("1500", with: "0").replacing("500.25", with: "0").replacing(
      "<DistanceMeters>0</DistanceMeters></Track", with: "<DistanceMeters>1234</DistanceMeters></Track")
    #expect(try rucks(.tcx, uncounted).map(\.distance) == [1_234])
  }

  @Test("XML: reads vertical tabs, comments and brackets in a damaged document type, and declared ISO 8859-1")
  func oddXML() throws {
    let tabbed = gpx.replacing("<name>Up", with: "<name>U\u{0B}p").replacing(
      "<!ENTITY a", with: "<!-- ]> <b> --> <!ATTLIST x y CDATA #REQUIRED <!ENTITY a")
    #expect(try rucks(.gpx, tabbed).count == 1)
    let latin = Array(gpx.replacing("UTF-8", with: "ISO-8859-1").replacing("Up", with: "@").utf8)
      .map { $0 == 0x40 ? 0xE4 : $0 }
    #expect(try Read.findings(.gpx, bytes: latin).rucks.count == 1)
    #expect(throws: ImportError.self) { try Read.findings(.gpx, bytes: [0xEF, 0xBB, 0xBF] + latin.dropFirst(60)) }
    let wide: [UInt8] = [0xFF, 0xFE] + gpx.utf8.flatMap { [$0, 0] }
    #expect(throws: ImportError.self) { try Read.findings(.gpx, bytes: wide) }
    #expect(throws: ImportError.self) { try Read.findings(.gpx, bytes: Array(wide.dropFirst(2))) }
  }

  @Test("A prolog without an end costs linear time in chunks of one byte")
  func smallPieces() throws {
    let bytes = Array(("<!--" + String(repeating: "-- ", count: 100_000)).utf8)
    #expect(throws: ImportError.self) { try Read.findings(.gpx, bytes: bytes, pieces: 1) }
    // One byte per member: the chunks that are passed on are still full.
    let member = try #require(Deflate.gzip([0x20]))
    let inflater = try Inflater(.gzip, UnpackBudget())
    var pieces: [Int] = []
    for _ in 0..<5 {
      let many = Array(repeatElement(member, count: 20_000).joined())
      try inflater.read(many[...]) { part throws(ImportError) in pieces.append(part.count) }
    }
    try inflater.finish { part throws(ImportError) in pieces.append(part.count) }
    #expect(pieces == [65_536, 100_000 - 65_536])
  }

  @Test("Rejects a zip bomb before it is decompressed")
  func bombs() throws {
    let bomb = try #require(Deflate.gzip([UInt8](repeating: 0x20, count: 32 << 20)))
    for format in [ImportFormat.gpx, .tcx, .fit] {
      #expect(throws: ImportError.self) { try Read.findings(format, bytes: bomb) }
    }
    let inflater = try Inflater(.gzip, UnpackBudget())
    var most = 0
    #expect(throws: ImportError.self) {
      try inflater.read(bomb[...]) { part throws(ImportError) in most += part.count }
    }
    #expect(most < 16 << 20)
    let small = try Inflater(.gzip, UnpackBudget(1_000))
    #expect(throws: ImportError.self) { try small.read(bomb[...]) { _ throws(ImportError) in } }
    let packed = try #require(Deflate.gzip(Array(gpx.utf8)))
    for end in 2..<packed.count {
      #expect(throws: ImportError.self) { try Read.findings(.gpx, bytes: Array(packed[..<end])) }
    }
  }

  @Test("Ignores white space and a byte order mark before the declaration, and keeps line numbers")
  func spaceBeforeDeclaration() throws {
    let mark = "\u{FEFF}"
    for lead in [String(repeating: " ", count: 10), "\n\t ", mark, mark + "  ", "\r\n" + mark] {
      let found = try Read.findings(.gpx, lead + gpx.replacing("Z</time></trkpt>", with: "</time></trkpt>"))
      #expect(found.rucks.count == 1, "\(lead.utf8.map { $0 })")
      #expect(found.rucks.first?.line == 5 + lead.utf8.count { $0 == 0x0A })
      #expect(try Read.findings(.gpx, bytes: Array((lead + gpx).utf8), pieces: 1).rucks.count == 1)
    }
    #expect(throws: ImportError.self) { try Read.findings(.gpx, "   \n") }
  }

  @Test("Keeps complete activities of an incomplete XML file and reports the line of the error")
  func keptBeforeCut() throws {
    let whole = gpx.replacing("</gpx>", with: "")
    let second = "<trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"><time>2021-09-13T12:00:00Z</time></trkpt>\n<trkpt lat=\"1"
    let found = try Read.findings(.gpx, whole + second)
    #expect(found.rucks.map(\.ruck.startedAt) == [Instant("2020-09-13T12:00:00Z")])
    #expect(found.report.problems.map(\.line) == [(whole + second).utf8.count { $0 == 0x0A } + 1])
    #expect(try Read.findings(.gpx, bytes: Array((whole + second).utf8), pieces: 3).report == found.report)
    let damaged = try Read.findings(.gpx, whole + "<trk></wrong>" + String(repeating: second, count: 10))
    #expect(damaged.rucks.count == 1 && damaged.report.rejected == 1)
  }

  @Test("Imports an incomplete GPX or TCX activity up to its last complete point and reports where it ends")
  func incompleteActivity() throws {
    let end = try #require(gpx.firstRange(of: "</trkseg>")).lowerBound
    let cut = try Read.findings(.gpx, String(gpx[..<end]) + "<trkpt lat=\"0.0\" lon=\"0.03\"><ti")
    let ruck = try #require(cut.rucks.first?.ruck)
    #expect(ruck.startedAt == Instant("2020-09-13T12:00:00Z") && ruck.endedAt == Instant("2020-09-13T12:20:00Z"))
    #expect(abs(ruck.distance - 2_223.9) < 0.2 && cut.report.rejected == 0)
    #expect(cut.report.problems.map(\.line) == [10])
    #expect(cut.report.problems[0].reason.hasSuffix("its last activity is imported up to 2020-09-13T12:20:00Z"))
    #expect(try Read.findings(.gpx, gpx.replacing("hiking", with: "running") + "<").report.skipped == 1)
    #expect(throws: ImportError.self) { try Read.findings(.gpx, "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"1\">") }
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity Sport="Other">
      <Lap StartTime="2020-09-13T12:00:00Z"><Track>
      <Trackpoint><Time>2020-09-13T12:00:00Z</Time><DistanceMeters>0</DistanceMeters></Trackpoint>
      <Trackpoint><Time>2020-09-13T12:05:00Z</Time><DistanceMeters>400</DistanceMeters></Trackpoint>
      <Trackpoint><Time>2020-09-13T12
      """
    let walked = try Read.findings(.tcx, tcx)
    #expect(walked.rucks.map(\.ruck.distance) == [400] && walked.report.problems.map(\.line) == [5])
    #expect(walked.rucks.map(\.ruck.endedAt) == [Instant("2020-09-13T12:05:00Z")])
  }

  @Test(
    "A track that cannot be a ruck is rejected with its reason",
    arguments: [
      ("<trkseg/>", "no start time: it is empty"),
      ("<trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"1\" lon=\"2\"/></trkseg>", "none of the points has a time"),
      (
        "<trkseg><trkpt lat=\"1\" lon=\"1\"><time>2020-09-01T00:00:00Z</time></trkpt>"
          + "<trkpt lat=\"1\" lon=\"1\"><time>2020-09-09T00:00:00Z</time></trkpt></trkseg>",
        "lasts from 2020-09-01T00:00:00Z to 2020-09-09T00:00:00Z, longer than 7 days"
      ),
    ])
  func unusableTrack(content: String, reason: String) throws {
    let found = try Read.findings(.gpx, "<gpx><trk>\(content)</trk></gpx>")
    #expect(found.rucks.isEmpty && found.report.rejected == 1)
    #expect(found.report.problems.first?.reason.contains(reason) == true, "\(found.report.problems)")
  }

  @Test(
    "Reports one error for trailing bytes in XML, independent of the chunks",
    arguments: ["gpx\"/>", "123\"", "a/>", "</gpx>", "<gpx/>", "\n\nmore"])
  func behindEnd(rest: String) throws {
    let bytes = Array((gpx + rest).utf8)
    let found = try Read.findings(.gpx, bytes: bytes)
    #expect(found.rucks.count == 1)
    #expect(found.report.problems.map { $0.reason.hasSuffix("trailing bytes after the root element") } == [true])
    for pieces in 1...9 { #expect(try Read.findings(.gpx, bytes: bytes, pieces: pieces).report == found.report) }
  }

  @Test("Ignores the type of a link, and the time of points from before the clock was set")
  func linkAndClock() throws {
    for number in ["16", "17", "24", "0"] {
      let other = gpx.replacing("<type>hiking</type>", with: "<type>\(number)</type>")
      #expect(try Read.findings(.gpx, other).rucks.isEmpty, "\(number)")
    }
    let linked = gpx.replacing("<type>hiking</type>", with: "<link href=\"x\"><type>text/html</type></link>")
    let found = try Read.findings(.gpx, linked, types: ["hike"])
    #expect(found.rucks.count == 1 && found.report.rejected == 0)
    let early = gpx.replacing(
      "<trkseg>\n      <trkpt",
      with: "<trkseg>\n<trkpt lat=\"0\" lon=\"0\"><time>1970-01-01T00:00:00Z</time></trkpt><trkpt")
    #expect(early != gpx)
    #expect(try rucks(.gpx, early).map(\.startedAt) == [Instant("2020-09-13T12:00:00Z")])
  }

  @Test("Ignores invalid points, and rejects an activity of only invalid points")
  func unreadablePoints() throws {
    func points(_ latitude: String) -> String {
      (0..<3).map {
        "<trkpt lat=\"\(latitude)\" lon=\"8.00\($0)\"><time>2020-09-13T12:0\($0):00Z</time></trkpt>"
      }.joined()
    }
    func file(_ points: String) -> String { "<gpx>\n<trk><type>9</type><trkseg>\(points)</trkseg></trk></gpx>" }
    let found = try Read.findings(.gpx, file(points("47,0001")).replacing("<type>9</type>", with: ""))
    #expect(found.rucks.isEmpty && found.report.problems.map(\.line) == [2])
    #expect(found.report.problems.first?.reason.contains("latitude '47,0001' is not valid") == true)
    let some = file(points("x") + points("47")).replacing("<type>9</type>", with: "")
    #expect(try abs(#require(try rucks(.gpx, some).first).distance - 151.7) < 0.5)
    // Strava's number for a run.
    #expect(try Read.findings(.gpx, file(points("47"))).report.skippedByType == ["run": 1])
    #expect(try Read.findings(.gpx, file(points("47")), types: ["running"]).rucks.count == 1)
    let lap = "<Lap StartTime=\"2020-09-13T12:00:00Z\"><TotalTimeSeconds>60</TotalTimeSeconds><Track><Trackpoint>"
    let place = "<Position><LatitudeDegrees>47,1</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>"
    let tcx =
      "<TrainingCenterDatabase><Activity>\(lap)\(place)</Trackpoint></Track></Lap></Activity></TrainingCenterDatabase>"
    #expect(try Read.findings(.tcx, tcx).report.rejected == 1)
  }

  @Test(
    "Rejects a file without an activity and names what is missing",
    arguments: [
      (ImportFormat.gpx, "<gpx><rte><rtept lat=\"1\" lon=\"2\"/></rte></gpx>", "no track"),
      (.gpx, "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", "no track"),
      (.tcx, "<TrainingCenterDatabase><Courses><Course/></Courses></TrainingCenterDatabase>", "only a planned course"),
      (.healthAutoExport, "[{\"name\": \"Walking\"}]", "data.workouts"),
    ])
  func nothingInIt(format: ImportFormat, file: String, reason: String) {
    let error = #expect(throws: ImportError.self) { try Read.findings(format, file) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test("Recognises every form of a sport's name")
  func kinds() throws {
    for (kind, words) in [
      "run": ["running", "Trail Run", "Laufen", "Outdoor Run"],
      "ride": ["cycling", "biking", "E-Bike Ride", "Radfahrt"],
      "hike": ["Hiking", "Wanderung"], "walk": ["walking", "Outdoor Walk"], "swim": ["Swimming", "natation"],
      "ski": ["Nordic Ski", "skiing"], "row": ["Rowing"], "basketball": ["Basketball"],
    ] {
      for word in words + [kind] { #expect(Sport.kind(word) == kind, "\(word)") }
    }
    #expect(Sport.isOther("Running") && !Sport.isOther("Walk and run") && Sport.kind("run and walk") == "walk")
    let tcx = """
      <TrainingCenterDatabase><Activity Sport="Running"><Lap StartTime="2020-09-13T12:00:00Z">
      <TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity></TrainingCenterDatabase>
      """
    for type in ["run", "running"] { #expect(try Read.findings(.tcx, tcx, types: [type]).rucks.count == 1) }
  }
}
