import Testing

@testable import Import

@Suite("Import reports")
struct ImportReportTests {
  @Test("Encodes counts, problems and kinds as JSON in a fixed order")
  func json() {
    var report = ImportReport()
    #expect(report.json == #"{"added":0,"alreadyThere":0,"rejected":0,"problems":[],"byKind":{}}"#)
    report.add(.reading)
    report.addExisting(.library)
    report.reject(.library, line: 4, "column Title: 'a \"b\"\n' is not valid")
    #expect(
      report.json == #"{"added":1,"alreadyThere":1,"rejected":1,"#
        + #""problems":[{"line":4,"reason":"column Title: 'a \"b\"\n' is not valid"}],"#
        + #""byKind":{"library":{"added":0,"alreadyThere":1,"rejected":1},"#
        + #""reading":{"added":1,"alreadyThere":0,"rejected":0}}}"#)
  }
}
