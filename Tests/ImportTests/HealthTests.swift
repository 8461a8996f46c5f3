import API
import Chronology
import Compression
import Domain
import Testing

@testable import Import

@Suite("Exports of health apps")
struct HealthTests {
  private let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 12 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    <!ELEMENT WorkoutEvent EMPTY>
    <!ATTLIST WorkoutEvent type CDATA #REQUIRED ]
    ]>
    <HealthData locale="de_DE">
     <Record type="HKQuantityTypeIdentifierStepCount" device="&lt;a\u{0B}b&gt;" value="5">
      <MetadataEntry key="HKElevationAscended" value="99999 cm"/>
     </Record>
     <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="30.5" durationUnit="min" totalDistance="2"
      totalDistanceUnit="mi" totalEnergyBurned="418.4" totalEnergyBurnedUnit="kJ" sourceName="Uhr"
      startDate="2020-09-13 14:26:40 +0200" endDate="2020-09-13 15:06:40 +0200"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min"
      startDate="2020-09-14 14:26:40 +0200" endDate="2020-09-14 15:06:40 +0200">
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="9" unit="km"/>
     </Workout>
     <Workout workoutActivityType="HKWorkoutActivityTypeHiking" duration="60" durationUnit="min"
      startDate="2020-09-15 12:00:00 +0000" endDate="2020-09-15 13:00:00 +0000">
      <MetadataEntry key="HKElevationAscended" value="12345 cm"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5,25" unit="km"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="350" unit="Cal"/>
     </Workout>
     <Workout workoutActivityType="HKWorkoutActivityTypeHiking" startDate="never"/>
    </HealthData>
    """

  @Test("Apple Health: reads walks and hikes of both formats, with a damaged document type and vertical tabs")
  func appleHealth() throws {
    let found = try Read.findings(.appleHealth, export)
    let rucks = found.rucks.map(\.ruck)
    #expect(rucks.map(\.startedAt.seconds) == [1_600_000_000, 1_600_171_200])
    #expect(rucks.map(\.distance) == [3_218.7, 5_250] && rucks.map(\.movingTime) == [1_830, nil])
    #expect(rucks[0].calories.map { abs($0 - 100) < 0.001 } == true && rucks[1].calories == 350)
    #expect(rucks.map(\.elevationGain) == [nil, 123.5])
    #expect(found.report.problems.map(\.line) == [27] && found.report.skippedByType == ["Running": 1])
    #expect(try Read.findings(.appleHealth, bytes: Array(export.utf8), pieces: 1).rucks == found.rucks)
  }

  @Test("Apple Health: reads the zip file under any name of the export, and rejects a zip bomb")
  func archive() throws {
    let text = Array(export.utf8)
    for name in ["apple_health_export/export.xml", "apple_health_export/Exportar.xml", "export.xml"] {
      var zip = ZipFile()
      zip.add("apple_health_export/export_cda.xml", Array(repeating: 0x20, count: 5_000))
      zip.add("apple_health_export/workout-routes/route_2020.gpx", Array("<gpx/>".utf8))
      zip.addPacked(name, text)
      #expect(try Read.findings(.appleHealth, bytes: zip.file).rucks.count == 2, "\(name)")
    }
    var none = ZipFile()
    none.add("notes.txt", text)
    #expect(throws: ImportError.self) { try Read.findings(.appleHealth, bytes: none.file) }
    var bomb = ZipFile()
    bomb.addPacked("export.xml", Array("<HealthData>".utf8) + Array(repeating: 0x20, count: 32 << 20))
    #expect(throws: ImportError.self) { try Read.findings(.appleHealth, bytes: bomb.file) }
    #expect(throws: ImportError.self) { try Read.findings(.appleHealth, "<gpx/>") }
  }

  @Test("Apple Health: skips a hundred thousand records without keeping them")
  func records() throws {
    let record = """
       <Record type="HKQuantityTypeIdentifierStepCount" value="5"><MetadataEntry key="a" value="b"/></Record>

      """
    let long = export.replacing("<Record type", with: String(repeating: record, count: 100_000) + "<Record type")
    #expect(try Read.findings(.appleHealth, long).rucks.count == 2)
  }

  @Test("Health Auto Export: reads only walks and hikes, in both formats")
  func healthAutoExport() throws {
    let file = """
      {"data": {"metrics": [{"name": "step_count", "data": [{"qty": 1}]}], "workouts": [
        {"name": "Walking", "start": "2020-09-13 14:26:40 +0200", "end": "2020-09-13 15:06:40 +0200",
         "activeEnergy": {"qty": 100, "units": "kcal"}, "distance": {"qty": 2, "units": "mi"},
         "elevation": {"ascent": 12.34, "descent": 3, "units": "m"}},
        {"name": "Outdoor Run", "start": "2020-09-14 14:26:40 +0200", "end": "2020-09-14 15:06:40 +0200"},
        {"id": "x", "name": "Outdoor Walk", "start": "2020-09-15 12:00:00 +0000", "end": "2020-09-15 13:00:00 +0000",
         "duration": 3000, "activeEnergy": [{"qty": 1, "units": "kcal"}],
         "activeEnergyBurned": {"qty": 418.4, "units": "kJ"}, "distance": {"qty": 5.25, "units": "km"},
         "elevationUp": {"qty": 100, "units": "ft"}, "route": [{"latitude": 1}]},
        {"name": "Hiking", "start": "never"}, {"name": "Hiking", }
      ]}}
      """
    let found = try Read.findings(.healthAutoExport, file)
    let rucks = found.rucks.map(\.ruck)
    #expect(rucks.map(\.startedAt.seconds) == [1_600_000_000, 1_600_171_200])
    #expect(rucks.map(\.distance) == [3_218.7, 5_250] && rucks.map(\.movingTime) == [nil, 3_000])
    #expect(rucks[0].calories == 100 && rucks[1].calories.map { abs($0 - 100) < 0.001 } == true)
    #expect(rucks.map(\.elevationGain) == [12.3, 30.5])
    #expect(found.report.rejected == 2 && found.report.skippedByType == ["Outdoor Run": 1])
    #expect(throws: ImportError.self) { try Read.findings(.healthAutoExport, "<gpx/>") }
  }

  @Test("An export of only other sports reports their types")
  func onlyRuns() throws {
    let runs = String(
      repeating: "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" startDate=\"x\"/>", count: 8)
    let report = try Read.findings(.appleHealth, "<HealthData>\(runs)</HealthData>").report
    #expect(report.skippedTypes == "8 workouts of other types: Running 8" && report.rejected == 0)
    let cut = try Read.findings(.appleHealth, "<HealthData>\(runs)").report
    #expect(cut.skipped == 8 && cut.problems.map(\.line) == [1])
  }

  @Test("Health Auto Export: imports the complete workouts of an incomplete file and reports where it ends")
  func incompleteList() throws {
    let workout = """
      {"name": "Walking", "start": "2020-09-13 14:26:40 +0200", "end": "2020-09-13 15:06:40 +0200"}
      """
    let whole = "{\"data\": {\"workouts\": [\n\(workout),\n{\"name\": \"Walking\", \"start\": \"2020-09-14"
    let found = try Read.findings(.healthAutoExport, whole)
    #expect(found.rucks.count == 1 && found.report.problems.map(\.line) == [3] && found.report.rejected == 1)
    #expect(found.report.problems[0].reason.hasPrefix("the file is incomplete"))
    #expect(throws: ImportError.self) { try Read.findings(.healthAutoExport, "{\"data\": {\"workouts\": [{") }
  }

  @Test("Health Auto Export: skips a route that exceeds the memory, independent of the chunks")
  func endlessWay() throws {
    func workout(_ day: String, _ route: String) -> String {
      """
      {"name": "Hiking", "start": "2020-09-\(day) 14:26:40 +0200", "end": "2020-09-\(day) 15:06:40 +0200",
       "route": [\(route)], "distance": {"qty": 5, "units": "km"}, "heartRateData": []}
      """
    }
    let point = #"{"latitude": 47.5, "name": "[\"}] x", "list": [[1], {"a": [2]}]}"#
    let long = Array(repeating: point, count: ImportLimits.elementBytes / point.utf8.count + 1).joined(separator: ",")
    let file = "{\"data\": {\"workouts\": [\(workout("14", point)), \(workout("15", long)), {\"name\": \"Hiking\"}]}}"
    let found = try Read.findings(.healthAutoExport, file)
    #expect(found.rucks.map(\.ruck.distance) == [5_000, 5_000] && found.report.rejected == 1)
    let short = "{\"workouts\": [\(workout("14", point))]}"
    for pieces in 1...9 {
      #expect(try Read.findings(.healthAutoExport, bytes: Array(short.utf8), pieces: pieces).rucks.count == 1)
    }
  }

  @Test("Apple Health: uses the workout's totals at any position, otherwise the sum of its activities")
  func workoutActivities() throws {
    func total(_ type: String, _ sum: String, _ unit: String) -> String {
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" sum=\"\(sum)\" unit=\"\(unit)\"/>"
    }
    func activity(_ metres: String, _ energy: String, _ climb: String) -> String {
      "<WorkoutActivity uuid=\"x\"><MetadataEntry key=\"HKElevationAscended\" value=\"\(climb) cm\"/>"
        + total("DistanceWalkingRunning", metres, "m") + total("ActiveEnergyBurned", energy, "kcal")
        + "</WorkoutActivity>"
    }
    let own =
      total("DistanceWalkingRunning", "10", "km") + total("ActiveEnergyBurned", "500", "kcal")
      + "<MetadataEntry key=\"HKElevationAscended\" value=\"20000 cm\"/>"
    let parts = activity("4000", "150", "5000") + activity("5000", "200", "7000")
    func ruck(_ content: String) throws -> Ruck {
      let file = """
        <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeHiking" startDate="2020-09-15 12:00:00 +0000"
        endDate="2020-09-15 13:00:00 +0000">\(content)</Workout></HealthData>
        """
      return try #require(try Read.findings(.appleHealth, file).rucks.first?.ruck)
    }
    for content in [own + parts, parts + own, activity("4000", "150", "5000") + own + activity("5000", "200", "7000")] {
      let found = try ruck(content)
      #expect(found.distance == 10_000 && found.calories == 500 && found.elevationGain == 200)
    }
    let sum = try ruck(parts)
    #expect(sum.distance == 9_000 && sum.calories == 350 && sum.elevationGain == 120)
    #expect(try ruck(activity("10000", "500", "20000") + own).distance == 10_000)
  }

  @Test("Finds requested kinds by each of their names, with their distance")
  func types() throws {
    for type in ["run", "running"] {
      #expect(try Read.findings(.appleHealth, export, types: [type]).rucks.map(\.ruck.distance) == [9_000])
    }
    let ride = """
      <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeCycling" startDate="2020-09-15 12:00:00 +0000"
      endDate="2020-09-15 13:00:00 +0000">
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="20" unit="km"/></Workout></HealthData>
      """
    #expect(try Read.findings(.appleHealth, ride, types: ["ride"]).rucks.map(\.ruck.distance) == [20_000])
    let run = """
      {"data": {"workouts": [{"name": "Outdoor Run", "start": "2020-09-14 14:26:40 +0200",
      "end": "2020-09-14 15:06:40 +0200", "distance": {"qty": 5, "units": "km"}}]}}
      """
    for type in ["run", "running"] {
      #expect(try Read.findings(.healthAutoExport, run, types: [type]).rucks.count == 1)
    }
  }

  @Test(
    "An unreadable distance is reported and not recorded as 0 m",
    arguments: [
      "\"-5 km\"", "-5", "{\"qty\": -5, \"units\": \"km\"}", "{\"qty\": \"five\", \"units\": \"km\"}",
      "{\"qty\": 5, \"units\": \"parsec\"}",
    ])
  func unreadableDistance(distance: String) throws {
    let file = """
      {"data": {"workouts": [
      {"name": "Walking", "start": "2020-09-14 14:26:40 +0200", "end": "2020-09-14 15:06:40 +0200",
       "distance": \(distance)},
      {"name": "Walking", "start": "2020-09-15 14:26:40 +0200", "end": "2020-09-15 15:06:40 +0200"}]}}
      """
    let found = try Read.findings(.healthAutoExport, file)
    #expect(found.rucks.count == 1 && found.report.problems.map(\.line) == [2])
    #expect(found.report.problems.first?.reason.contains("distance ") == true)
  }
}
