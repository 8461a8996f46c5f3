import Proto

/// Writes a plan with many concurrent calls.
struct ImportWriter {
  let client: ImportClient

  private struct Outcome: Sendable {
    var step: ImportStep
    var result: Result<[ImportStep.Result], Fault>
  }

  /// A rejected row does not stop the import. An unavailable service does, and the user has to import the file again.
  func write(_ plan: ImportPlan, progress: (ImportProgress) -> Void) async throws(Fault) -> ImportReport {
    var report = plan.report
    var done = 0
    let stages = plan.stages
    let total = stages.reduce(0) { $0 + $1.count }
    for stage in stages {
      try await run(stage) { step, results in
        for (item, result) in zip(step.counted, results) where item.isNew {
          switch result {
          case .created: break
          case .existed: report.moveAddedToExisting(step.kind)
          case .rejected(let reason): report.rejectAdded(step.kind, line: item.line, reason)
          }
        }
        done += 1
        progress(ImportProgress(phase: .write, done: done, total: total))
      }
    }
    report.sortProblems()
    return report
  }

  private func run(
    _ stage: ImportStage, finish: (ImportStep, [ImportStep.Result]) -> Void
  ) async throws(Fault) {
    let failure = await withTaskGroup(of: Outcome.self) { group -> Fault? in
      var next = 0
      func begin() {
        guard next < stage.count else { return }
        let (step, client) = (stage.step(next), client)
        next += 1
        group.addTask { await Self.outcome(step, client) }
      }
      for _ in 0..<ImportLimits.callsAtOnce { begin() }
      while let outcome = await group.next() {
        switch outcome.result {
        case .success(let results): finish(outcome.step, results)
        case .failure(let fault):
          group.cancelAll()
          return fault
        }
        begin()
      }
      return nil
    }
    if let failure { throw failure }
  }

  private static func outcome(_ step: ImportStep, _ client: ImportClient) async -> Outcome {
    do throws(Fault) {
      return Outcome(step: step, result: .success(try await step.run(client)))
    } catch {
      guard error.isRejection else { return Outcome(step: step, result: .failure(error)) }
      return Outcome(step: step, result: .success(step.counted.map { _ in .rejected(error.reason) }))
    }
  }
}
