import API
import Chronology
import Domain
import Service
import Testing

@testable import Import

@Suite("Lists of activities")
struct ActivityListTests {
  private let fitbit = """
    [{"logId": 19018673358, "activityName": "Walk", "activityTypeId": 90013, "calories": 204, "duration": 1800000,
      "activeDuration": 1500000, "distance": 2.5, "distanceUnit": "Kilometer", "elevationGain": 12.192,
      "startTime": "05/29/24 10:00:00", "activityLevel": [{"minutes": 3, "name": "sedentary"}]},
     {"logId": 2, "activityName": "Run", "duration": 600000, "startTime": "05/30/24 10:00:00"},
     {"logId": 3, "activityName": "Hike", "duration": 600000, "startTime": "never"},
     {"logId": 4, "activityName": "Hike", "duration": 600000, "startTime": "06/01/24 10:00:00", "distance": 1,
      "distanceUnit": "Parsec"}]
    """

  @Test("Fitbit: reads hikes and walks in the user's time zone, with durations in milliseconds")
  func fitbitList() throws {
    let zone = try #require(Zones().zone(named: "Asia/Tokyo"))
    let reading = FileReading(format: .fitbit, calendar: LocalCalendar(zone: zone))
    let found = try ScratchFile.with(Array(fitbit.utf8)) { try reading.findings(in: try ImportSource(path: $0)) }
    let ruck = try #require(found.rucks.first?.ruck)
    #expect(found.rucks.count == 1 && ruck.id == "fitbit:19018673358")
    #expect(ruck.startedAt == Instant("2024-05-29T01:00:00Z") && ruck.endedAt - ruck.startedAt == 1_800)
    #expect(ruck.distance == 2_500 && ruck.movingTime == 1_500 && ruck.calories == 204 && ruck.elevationGain == 12.2)
    #expect(found.report.problems.map(\.line) == [5, 6])
    #expect(try Read.findings(.fitbit, fitbit, types: ["run"]).rucks.map(\.ruck.id) == ["fitbit:2"])
  }

  @Test("Fitbit's zip file: reads every file of exercises")
  func fitbitArchive() throws {
    var zip = ZipFile()
    zip.addPacked("Takeout/Fitbit/Global Export Data/exercise-0.json", Array(fitbit.utf8))
    zip.addPacked("Takeout/Fitbit/Global Export Data/exercise-100.json", Array("[]".utf8))
    zip.addPacked("Takeout/Fitbit/Global Export Data/steps-2024-05-29.json", Array("[".utf8))
    let found = try Read.findings(.fitbit, bytes: zip.file)
    #expect(found.rucks.count == 1 && found.report.rejected == 2)
    #expect(throws: ImportError.self) { try Read.findings(.fitbit, "{\"a\": 1}") }
  }

  private let garmin = """
    [{"summarizedActivitiesExport": [
      {"activityId": 111, "name": "Up", "activityType": "hiking", "sportType": "HIKING",
       "startTimeGmt": 1700000000000.0, "startTimeLocal": 1700003600000.0, "duration": 3600000.0,
       "elapsedDuration": 4000000.0, "movingDuration": 3500000.0, "distance": 525050.0,
       "elevationGain": 12000.0, "calories": 1676.0, "splits": [{"a": 1}]},
      {"activityId": 112, "activityType": "trail_running", "beginTimestamp": 1700100000000, "duration": 1},
      {"activityId": 113, "activityType": "casual_walking", "beginTimestamp": 1700200000000, "duration": 600000,
       "distance": 50000}]}]
    """

  @Test("Garmin: reads hikes and walks, with lengths in centimetres; the calories are not read")
  func garminList() throws {
    let rucks = try Read.findings(.garmin, garmin).rucks.map(\.ruck)
    #expect(rucks.map(\.id) == ["garmin:111", "garmin:113"])
    #expect(rucks[0].startedAt.seconds == 1_700_000_000 && rucks[0].endedAt - rucks[0].startedAt == 4_000)
    #expect(rucks[0].distance == 5_250.5 && rucks[0].elevationGain == 120 && rucks[0].movingTime == 3_500)
    #expect(rucks.map(\.calories) == [nil, nil] && rucks[1].distance == 500)
    #expect(try Read.findings(.garmin, garmin, types: ["run"]).rucks.map(\.ruck.id) == ["garmin:112"])
  }

  @Test("Garmin's zip file: reads the list of activities among other files")
  func garminArchive() throws {
    var zip = ZipFile()
    zip.addPacked("DI_CONNECT/DI-Connect-Fitness/a@b.c_0_summarizedActivities.json", Array(garmin.utf8))
    zip.addPacked("DI_CONNECT/DI-Connect-User/user_profile.json", Array("{}".utf8))
    #expect(try Read.findings(.garmin, bytes: zip.file).rucks.count == 2)
    #expect(throws: ImportError.self) { try Read.findings(.garmin, "[]") }
  }

  private let samsung = """
    com.samsung.shealth.exercise,6320001,17
    total_calorie,com.samsung.health.exercise.start_time,com.samsung.health.exercise.end_time,\
    com.samsung.health.exercise.time_offset,com.samsung.health.exercise.exercise_type,\
    com.samsung.health.exercise.duration,com.samsung.health.exercise.distance,com.samsung.health.exercise.calorie,\
    com.samsung.health.exercise.altitude_gain,com.samsung.health.exercise.datauuid
    90,2024-05-29 10:00:00.319,2024-05-29 10:30:00.219,UTC+0900,1001,1500000,2500.5,80.5,12.0,ca63c94f-dcdd,
    90,2024-05-30 10:00:00.319,2024-05-30 10:30:00.219,UTC+0900,1002,1500000,2500.5,80.5,,u2,
    90,2024-05-31 10:00:00.319,,UTC+0900,13001,1800000,3000,,,u3,
    90,2024-06-01 10:00:00.319,,UTC+0900,13001,1800000,far,,,u4,
    """

  @Test("Samsung Health: reads hikes and walks below the line about the file, with times in UTC")
  func samsungList() throws {
    let found = try Read.findings(.samsungHealth, samsung)
    let rucks = found.rucks.map(\.ruck)
    #expect(rucks.map(\.id) == ["samsung:ca63c94f-dcdd", "samsung:u3"] && found.report.problems.map(\.line) == [6])
    #expect(rucks[0].startedAt == Instant("2024-05-29T10:00:00Z") && rucks[0].endedAt - rucks[0].startedAt == 1_800)
    #expect(rucks[0].distance == 2_500.5 && rucks[0].movingTime == 1_500 && rucks[0].calories == 80.5)
    #expect(rucks[0].elevationGain == 12 && rucks[1].endedAt - rucks[1].startedAt == 1_800)
    #expect(try Read.findings(.samsungHealth, samsung, types: ["run"]).rucks.map(\.ruck.id) == ["samsung:u2"])
  }

  @Test("Samsung Health's zip file: reads the table of exercises and none of the tables of details")
  func samsungArchive() throws {
    var zip = ZipFile()
    zip.addPacked("samsunghealth_a/com.samsung.shealth.exercise.20240601101010.csv", Array(samsung.utf8))
    zip.addPacked("samsunghealth_a/com.samsung.shealth.exercise.weather.20240601101010.csv", Array("a\n".utf8))
    zip.addPacked("samsunghealth_a/com.samsung.shealth.sleep.20240601101010.csv", Array("a\n".utf8))
    #expect(try Read.findings(.samsungHealth, bytes: zip.file).rucks.count == 2)
    for file in ["", "a,b\n1,2\n", "com.samsung.shealth.sleep,1,2\nstart_time,a\n1,2\n3,4\n"] {
      #expect(throws: ImportError.self) { try Read.findings(.samsungHealth, file) }
    }
  }

  private let runkeeper = """
    Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),Calories Burned,\
    Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File
    b2a1,2024-05-29 10:00:00,Walking,,2.50,27:37,9:36,6.25,150.0,12,,"","",2024-05-29-1000.gpx
    b2a2,2024-05-30 10:00:00,Running,,5.00,27:37,9:36,6.25,150.0,12,,"","",
    b2a3,2024-05-31 10:00:00,Hiking,,3.00,1:01:10,9:36,6.25,0.0,0,,"","",missing.gpx
    b2a4,2024-06-01 10:00:00,Hiking,,3.00,long,9:36,6.25,0.0,0,,"","",
    """

  @Test("Runkeeper: reads hikes and walks; distances and climbs may be in miles and feet")
  func runkeeperList() throws {
    let found = try Read.findings(.runkeeper, runkeeper)
    let rucks = found.rucks.map(\.ruck)
    #expect(rucks.map(\.id) == ["runkeeper:b2a1", "runkeeper:b2a3"] && found.report.problems.map(\.line) == [5])
    #expect(rucks.map { $0.endedAt - $0.startedAt } == [1_657, 3_670] && rucks.map(\.distance) == [2_500, 3_000])
    #expect(rucks[0].startedAt == Instant("2024-05-29T10:00:00Z") && rucks.map(\.calories) == [150, nil])
    let imperial = runkeeper.replacing("(km)", with: "(mi)").replacing("Climb (m)", with: "Climb (ft)")
    let miles = try #require(try Read.findings(.runkeeper, imperial).rucks.first?.ruck)
    #expect(miles.distance == 4_023.4 && miles.elevationGain == 3.7)
    #expect(try Read.findings(.runkeeper, runkeeper, types: ["run"]).rucks.map(\.ruck.id) == ["runkeeper:b2a2"])
  }

  @Test("Runkeeper's zip file: the track has the start in UTC and the end with pauses; a missing one is reported")
  func runkeeperArchive() throws {
    let gpx = """
      <gpx><trk><trkseg>
        <trkpt lat="0.0" lon="0.0"><time>2024-05-29T01:00:00Z</time></trkpt>
        <trkpt lat="0.0" lon="0.01"><time>2024-05-29T01:40:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    var zip = ZipFile()
    zip.addPacked("export/cardioActivities.csv", Array(runkeeper.utf8))
    zip.addPacked("export/2024-05-29-1000.gpx", Array(gpx.utf8))
    let found = try Read.findings(.runkeeper, bytes: zip.file)
    let ruck = try #require(found.rucks.first?.ruck)
    #expect(ruck.startedAt == Instant("2024-05-29T01:00:00Z") && ruck.endedAt == Instant("2024-05-29T01:40:00Z"))
    #expect(ruck.distance == 2_500 && ruck.movingTime == 1_657 && ruck.elevationGain == 12)
    #expect(found.rucks.count == 2 && found.report.problems.map(\.line).sorted() == [4, 5])
    #expect(found.report.rejected == 1)
    #expect(throws: ImportError.self) { try Read.findings(.runkeeper, "Date,Type\n2024-05-29,Walking\n") }
  }

  @Test("Activities of other types are counted by type in every list")
  func skipped() throws {
    #expect(try Read.findings(.runkeeper, runkeeper).report.skippedByType == ["Running": 1])
    for (format, text) in [(ImportFormat.fitbit, fitbit), (.garmin, garmin), (.samsungHealth, samsung)] {
      let report = try Read.findings(format, text, types: ["ski"]).report
      #expect(report.skipped > 0 && report.added == 0, "\(format)")
      #expect(report.skippedByType.values.reduce(0, +) == report.skipped, "\(format)")
    }
  }

  @Test(
    "Any prefix of a list is read or rejected, independent of the chunks",
    arguments: [ImportFormat.fitbit, .garmin, .samsungHealth, .runkeeper])
  func prefixes(format: ImportFormat) throws {
    let texts = [
      ImportFormat.fitbit: fitbit, .garmin: garmin, .samsungHealth: samsung, .runkeeper: runkeeper,
    ]
    let bytes = Array(try #require(texts[format]).utf8)
    for end in stride(from: 0, through: bytes.count, by: 11) {
      let whole = try? Read.findings(format, bytes: Array(bytes[..<end]))
      let parts = try? Read.findings(format, bytes: Array(bytes[..<end]), pieces: 3)
      #expect(whole?.rucks == parts?.rucks && whole?.report == parts?.report)
    }
  }
}
