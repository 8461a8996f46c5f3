import JSON
import Operations
import Service

enum VerifyCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let repair = invocation.arguments.values["repair"]
    guard repair == nil || repair == "rows" else {
      throw UsageFailure("--repair '\(repair ?? "")' is unknown; only 'rows' can be repaired")
    }
    let bar = ProgressBar("verify")
    defer { bar.finish() }
    let verification = Verification(invocation.settings, repairsRows: repair != nil, progress: bar.report)
    let report = try verification.run()
    bar.finish()
    Output.print(invocation.arguments.asJSON ? json(report) : report.text)
    if let failure = report.failure { throw failure }
    return 0
  }

  private static func json(_ report: VerifyReport) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("users", .integer(report.users))
      writer.member("events", .integer(report.events))
      writer.member("snapshots", .integer(report.snapshots))
      if let repaired = report.repaired { writer.member("repaired", .integer(repaired)) }
      writer.member(
        "findings", .list(report.findings.map { ["part": .text($0.part.rawValue), "text": .text($0.text)] }))
    }
    return writer.text
  }
}

extension Command {
  static let verify = Command(
    name: "verify", synopsis: "[--repair rows]",
    summary: "checks all data: checksums, gaps, rows against the journal, views against a fresh fold",
    details: """
      Reports each problem and what to do about it, and changes nothing. Exits with 1 if there is a problem.
      --repair rows rebuilds the rows of each user that differ from the journal, if the journal itself is intact. The
      stack may be running in both cases.
      """,
    flags: [Flag("repair", value: "rows", "rebuild rows that differ from the journal"), .json],
    run: VerifyCommand.run)
}
