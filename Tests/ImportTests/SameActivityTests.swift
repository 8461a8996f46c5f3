import API
import Chronology
import Domain
import Proto
import Service
import Testing

@testable import Import
@testable import SessionSvc

@Suite("An activity that several files contain")
struct SameActivityTests {
  /// The files in which a person gets one activity from Strava.
  enum Source: String, CaseIterable {
    case list, gpx, zip

    var format: ImportFormat { self == .gpx ? .gpx : .strava }

    var bytes: [UInt8] {
      switch self {
      case .list: return Array(Self.table.utf8)
      case .gpx: return Array(Self.track.utf8)
      case .zip:
        var zip = ZipFile()
        zip.add("activities/101.gpx", Self.track.utf8.map(\.self))
        zip.add("activities.csv", Array(Self.table.utf8))
        return zip.file
      }
    }

    private static let table = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,\
      Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Elevation Gain,Calories
      101,"Sep 13, 2020, 12:26:40 PM",From the list,Hike,,4500,5.25,activities/101.gpx,,,4500.0,4000.0,5250.5,,300
      """

    private static let track = """
      <gpx><trk><name>From the track</name><type>hiking</type><trkseg>
      <trkpt lat="-36.85" lon="174.76"><ele>10</ele><time>2020-09-13T12:26:40Z</time></trkpt>
      <trkpt lat="-36.86" lon="174.77"><ele>60</ele><time>2020-09-13T13:41:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
  }

  private func importing(_ source: Source, into rig: AccountRig) async throws -> [Int] {
    let job = ImportJob(
      session: rig.session.link, diversity: rig.diversity.link, user: "ada", zones: Zones(), format: source.format,
      options: ImportOptions(), folders: [])
    let report = try await job.run(
      try ScratchFile.with(source.bytes) { [try ImportSource(path: $0)] }, now: AccountRig.now
    ) { _ in }
    return [report.added, report.alreadyThere, report.rejected]
  }

  @Test(
    "Strava's list, the GPX file and the zip file of an activity are one ruck, in any order and far from UTC",
    arguments: Source.allCases, Source.allCases)
  func once(first: Source, second: Source) async throws {
    let rig = try await AccountRig()
    _ = try await rig.call(SessionAPI.SaveProfile(timezone: "Pacific/Auckland"), as: "ada")
    #expect(try await importing(first, into: rig) == [1, 0, 0])
    let before = try #require(try await rig.call(SessionAPI.ListRucks(), as: "ada").items.first)
    #expect(try await importing(second, into: rig) == [0, 1, 0])
    let rucks = try await rig.call(SessionAPI.ListRucks(), as: "ada").items
    let ruck = try #require(rucks.first)
    #expect(rucks.count == 1 && ruck.startedAt == Instant("2020-09-13T12:26:40Z"), "\(rucks)")
    // The second file changes nothing, except that it adds the track.
    #expect(before.hasTrack == (first != .list) && ruck.hasTrack == (first != .list || second != .list))
    var expected = before
    expected.hasTrack = ruck.hasTrack
    #expect(ruck == expected)
    switch first {
    case .gpx: #expect(ruck.name == "From the track" && ruck.distance < 2_000 && ruck.calories == nil)
    case .list, .zip: #expect(ruck.name == "From the list" && ruck.distance == 5_250.5 && ruck.calories == 300)
    }
    // The zip file contains both, so the height of its track completes the list.
    #expect(ruck.elevationGain == (first == .list ? nil : 50))
    #expect(try await rig.findings("ada") == [])
  }
}
