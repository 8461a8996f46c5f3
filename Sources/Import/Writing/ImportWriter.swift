import Proto

/// Writes a plan with many concurrent calls.
struct ImportWriter {
  let client: ImportClient
  var tracks: TrackSpool?
  /// Whether a connector has sent the file, instead of a person.
  var isFromConnector = false

  private struct Outcome: Sendable {
    var step: ImportStep
    var result: Result<[ImportStep.Result], any Error>
  }

  /// A rejected row does not stop the import. An unavailable service does, and the user has to import the file again.
  func write(_ plan: ImportPlan, progress: (ImportProgress) -> Void) async throws -> ImportReport {
    var report = plan.report
    var done = 0
    var stages = plan.stages
    if let tracks { stages.append(.tracks(plan.tracks, from: tracks, isFromConnector: isFromConnector)) }
    let total = stages.reduce(0) { $0 + $1.count }
    for stage in stages {
      try await run(stage) { step, results in
        for (item, result) in zip(step.counted, results) where item.isNew {
          switch result {
          case .created: break
          case .existed: report.moveAddedToExisting(item.kind)
          case .rejected(let reason): report.rejectAdded(item.kind, line: item.line, reason)
          }
        }
        done += 1
        progress(ImportProgress(phase: .write, done: done, total: total))
      }
    }
    report.sortProblems()
    return report
  }

  func run(
    _ stage: ImportStage, finish: (ImportStep, [ImportStep.Result]) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      var next = 0
      func begin() throws {
        guard next < stage.count else { return }
        let (step, client) = (try stage.step(next), client)
        next += 1
        group.addTask { await Self.outcome(step, client) }
      }
      for _ in 0..<stage.atOnce { try begin() }
      while let outcome = try await group.next() {
        finish(outcome.step, try outcome.result.get())
        try begin()
      }
    }
  }

  private static func outcome(_ step: ImportStep, _ client: ImportClient) async -> Outcome {
    do {
      return Outcome(step: step, result: .success(try await step.run(client)))
    } catch let fault as Fault where fault.isRejection {
      return Outcome(step: step, result: .success(step.counted.map { _ in .rejected(fault.reason) }))
    } catch {
      return Outcome(step: step, result: .failure(error))
    }
  }
}
