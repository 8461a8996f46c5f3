import Testing

@testable import Import

@Suite("Import reports")
struct ImportReportTests {
  @Test("Encodes counts, problems and kinds as JSON in a fixed order")
  func json() {
    var report = ImportReport()
    #expect(
      report.json == #"{"added":0,"alreadyThere":0,"rejected":0,"problems":[],"byKind":{},"#
        + #""skipped":0,"skippedByType":{}}"#)
    report.add(.reading)
    report.addExisting(.library)
    report.reject(.library, line: 4, "column Title: 'a \"b\"\n' is not valid")
    #expect(
      report.json == #"{"added":1,"alreadyThere":1,"rejected":1,"#
        + #""problems":[{"line":4,"reason":"column Title: 'a \"b\"\n' is not valid"}],"#
        + #""byKind":{"library":{"added":0,"alreadyThere":1,"rejected":1},"#
        + #""reading":{"added":1,"alreadyThere":0,"rejected":0}},"skipped":0,"skippedByType":{}}"#)
  }

  @Test("The JSON has every count and list of the report, in the order of their declaration")
  func members() throws {
    let report = ImportReport()
    let declared = Mirror(reflecting: report).children.compactMap(\.label)
    let names = report.json.matches(of: /"(\w+)":/).map { String($0.output.1) }
    // The number of further problems is for the command line.
    #expect(names == declared.filter { $0 != "hiddenProblems" })
  }

  @Test("Counts skipped activities by type, the most frequent first")
  func skipped() {
    var report = ImportReport()
    #expect(report.skippedTypes == nil)
    report.skip("Running")
    #expect(report.skippedTypes == "1 workout of another type: Running 1")
    for type in ["Yoga", "Cycling", "Yoga", "", "Yoga"] { report.skip(type) }
    #expect(report.skippedTypes == "6 workouts of other types: Yoga 3, Cycling 1, Running 1, unknown 1")
    #expect(report.skippedByType == ["Yoga": 3, "Cycling": 1, "Running": 1, "unknown": 1] && report.skipped == 6)
    #expect(report.json.hasSuffix(#""skipped":6,"skippedByType":{"Cycling":1,"Running":1,"Yoga":3,"unknown":1}}"#))
    #expect(report.added + report.alreadyThere + report.rejected == 0 && !report.isUseful)
  }

  @Test("Lists a bounded number of types of bounded length")
  func manyTypes() {
    var report = ImportReport()
    for number in 0..<1_000 { report.skip("\(number) " + String(repeating: "x", count: 10_000)) }
    report.skip("0 " + String(repeating: "x", count: 10_000))
    #expect(report.skipped == 1_001 && report.skippedByType.count == ImportLimits.skippedTypes + 1)
    #expect(report.skippedByType["others"] == 1_000 - ImportLimits.skippedTypes)
    #expect(report.skippedByType.keys.allSatisfy { $0.count <= ImportLimits.quotedCharacters })
  }
}
