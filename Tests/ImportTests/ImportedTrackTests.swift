import API
import Chronology
import Compression
import Domain
import Foundation
import Proto
import Testing

@testable import Import

@Suite("Tracks of imported activities")
struct ImportedTrackTests {
  private static let gpx = """
    <gpx><metadata><name>File</name></metadata><trk><name>Ridge path</name><desc>New boots</desc><trkseg>
    <trkpt lat="52.5200066" lon="13.404954"><ele>34.12</ele><time>2024-05-01T10:00:00Z</time>
    <extensions><gpxtpx:TrackPointExtension xmlns:gpxtpx="g"><gpxtpx:hr>121</gpxtpx:hr></gpxtpx:TrackPointExtension>
    </extensions></trkpt>
    <trkpt lat="91" lon="0"><time>2024-05-01T10:00:01Z</time></trkpt>
    <trkpt lat="52.521" lon="13.4051"><time>2024-05-01T10:10:00Z</time></trkpt>
    <trkpt lat="52.522" lon="13.4052"/>
    </trkseg></trk></gpx>
    """

  private static let tcx = """
    <TrainingCenterDatabase><Activities><Activity Sport="Other"><Lap StartTime="2024-05-01T10:00:00Z">
    <TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>900</DistanceMeters><Track>
    <Trackpoint><Time>2024-05-01T10:00:00Z</Time><Position><LatitudeDegrees>52.5200066</LatitudeDegrees>
    <LongitudeDegrees>13.404954</LongitudeDegrees></Position><AltitudeMeters>34.12</AltitudeMeters>
    <HeartRateBpm><Value>121</Value></HeartRateBpm></Trackpoint>
    <Trackpoint><Time>2024-05-01T10:10:00Z</Time><Position><LatitudeDegrees>52.521</LatitudeDegrees>
    <LongitudeDegrees>13.4051</LongitudeDegrees></Position></Trackpoint></Track></Lap><Notes>New boots</Notes>
    </Activity></Activities></TrainingCenterDatabase>
    """

  private static let workouts = """
    {"data": {"workouts": [{"name": "Hiking", "start": "2024-05-01 10:00:00 +0000", "end": "2024-05-01 10:10:00 +0000",
    "heartRateData": [{"qty": 1}], "route": [
    {"latitude": 52.5200066, "longitude": 13.404954, "altitude": 34.12, "timestamp": "2024-05-01 10:00:00 +0000"},
    {"lat": 52.521, "lon": 13.4051, "timestamp": "2024-05-01 10:10:00 +0000"}]}]}}
    """

  private static let expected = [
    TrackPoint(time: 1_714_557_600, latitude: 52.5200066, longitude: 13.404954, elevation: 34.12, heartRate: 121),
    TrackPoint(time: 1_714_558_200, latitude: 52.521, longitude: 13.4051),
  ].compactMap(\.self)

  private func points(_ number: Int?, in spool: TrackSpool) throws -> [TrackPoint]? {
    let bytes = try spool.bytes(of: try #require(number))
    return Inflate.zlib(bytes, most: TrackCoding.mostBytes).flatMap { TrackCoding.decode($0) }
  }

  private func findings(_ format: ImportFormat, _ bytes: [UInt8], _ spool: TrackSpool) throws -> Findings {
    let reading = FileReading(
      format: format, calendar: LocalCalendar(zone: .utc), activities: ActivityOptions(tracks: spool))
    return try ScratchFile.with(bytes) { try reading.findings(in: try ImportSource(path: $0)) }
  }

  @Test("GPX and TCX keep place, time, height and heart rate of valid points, with name and note")
  func files() throws {
    for (format, text) in [(ImportFormat.gpx, Self.gpx), (.tcx, Self.tcx)] {
      let spool = TrackSpool()
      let found = try #require(try findings(format, Array(text.utf8), spool).rucks.first)
      #expect(try points(found.track, in: spool) == Self.expected, "\(format)")
      #expect(found.ruck.note == "New boots" && found.ruck.name == (format == .gpx ? "Ridge path" : nil))
    }
  }

  @Test("Health Auto Export keeps the route of a workout and skips its other lists")
  func workoutRoute() throws {
    let spool = TrackSpool()
    let found = try #require(try findings(.healthAutoExport, Array(Self.workouts.utf8), spool).rucks.first)
    let kept = try #require(try points(found.track, in: spool))
    #expect(kept.map(\.latitude) == [52.5200066, 52.521] && kept.map(\.elevation) == [34.12, nil])
  }

  @Test("Health Auto Export without workouts is an import of nothing")
  func nothing() throws {
    for text in [#"{"data": {"metrics": [{"name": "steps"}]}}"#, #"{"data": {"workouts": []}}"#, #"{"data": {}}"#] {
      let found = try Read.findings(.healthAutoExport, text)
      #expect(found.rucks.isEmpty && found.report == ImportReport(), "\(text)")
    }
    #expect(throws: ImportError.self) { try Read.findings(.healthAutoExport, "[]") }
  }

  @Test("The zip file of Apple Health leads from a workout to its route")
  func appleHealth() throws {
    let export = """
      <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeHiking" startDate="2024-05-01 10:00:00 +0000"
      endDate="2024-05-01 10:10:00 +0000"><WorkoutRoute>
      <FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute></Workout>
      <Workout workoutActivityType="HKWorkoutActivityTypeHiking" startDate="2024-05-02 10:00:00 +0000"
      endDate="2024-05-02 10:10:00 +0000"><FileReference path="/workout-routes/none.gpx"/></Workout></HealthData>
      """
    var zip = ZipFile()
    zip.addPacked("apple_health_export/export.xml", Array(export.utf8))
    zip.addPacked("apple_health_export/workout-routes/route_1.gpx", Array(Self.gpx.utf8))
    let spool = TrackSpool()
    let found = try findings(.appleHealth, zip.file, spool).rucks
    #expect(found.count == 2 && found[1].track == nil && found[0].ruck.name == nil)
    #expect(try points(found[0].track, in: spool) == Self.expected)
  }

  @Test("A planned point without time, and a single point, are not a track")
  func none() throws {
    let spool = TrackSpool()
    #expect(try spool.store(Array(Self.expected.prefix(1))) == .none)
    #expect(try spool.store(Self.expected) == .number(0))
    #expect(try TrackSpool(most: 10).store(Self.expected) == .full(isFirst: true))
  }

  @Test("Past the limit, activities are imported without tracks and the report states it once")
  func full() throws {
    let spool = TrackSpool(most: 10)
    var found = Findings()
    let options = ActivityOptions(tracks: spool)
    for line in 1...2 {
      var reader = try GPX(options, LocalCalendar(zone: .utc))
      try reader.read(Array(Self.gpx.utf8)[...], into: &found)
      try reader.finish(into: &found)
      #expect(found.rucks.count == line && found.rucks[line - 1].track == nil)
    }
    #expect(found.report.problems.count == 1 && found.report.rejected == 0)
  }

  @Test("A plan stores the tracks of new rucks, and of existing ones that have none")
  func planned() throws {
    let now = try #require(Read.day("2026-01-01"))
    let spool = TrackSpool()
    let found = try findings(.gpx, Array(Self.gpx.utf8), spool)
    let start = try #require(found.rucks.first?.ruck.startedAt)
    let new = try ImportPlan(found, existing: ExistingData(), folders: [], now: now)
    #expect(new.tracks == [PlannedTrack(startedAt: start, number: 0)] && new.report.added == 1)
    var existing = ExistingData()
    existing.ruckStarts = [start]
    let old = try ImportPlan(found, existing: existing, folders: [], now: now)
    #expect(old.tracks == new.tracks && old.rucks.isEmpty && old.report.alreadyThere == 1)
    existing.tracked = [start]
    #expect(try ImportPlan(found, existing: existing, folders: [], now: now).tracks.isEmpty)
  }

  @Test("An import stores the track; importing the account's export elsewhere restores it")
  func account() async throws {
    let rig = try await AccountRig()
    let client = ImportClient(client: rig.session, diversity: rig.diversity, user: "ada")
    let spool = TrackSpool()
    let found = try findings(.gpx, Array(Self.gpx.utf8), spool)
    func run() async throws -> ImportReport {
      let plan = try ImportPlan(
        found, existing: try await client.existingData(for: found), folders: [], now: AccountRig.now)
      return try await ImportWriter(client: client, tracks: spool).write(plan) { _ in }
    }
    #expect(try await run().added == 1)
    let ruck = try #require(try await rig.call(SessionAPI.ListRucks(), as: "ada").items.first)
    #expect(ruck.hasTrack && ruck.name == "Ridge path")
    #expect(try await run().alreadyThere == 1)
    let document = try await rig.export("ada")
    _ = try await rig.importing(document, into: "ben")
    let track = try await rig.call(SessionAPI.FetchTrack(id: ruck.id), as: "ben")
    #expect(track.points.map(\.point) == Self.expected)
    let copy = try #require(try await rig.call(SessionAPI.ListRucks(), as: "ben").items.first)
    #expect(copy == ruck)
    #expect(try await rig.importing(document, into: "ben").added == 0)
    #expect(try await rig.findings("ben") == [])
  }
}
