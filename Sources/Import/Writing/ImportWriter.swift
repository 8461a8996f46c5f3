import Proto

/// Writes a plan, many calls at once.
struct ImportWriter {
  let caller: ImportCaller

  private struct Outcome: Sendable {
    var step: Int
    var result: Result<[String?], Fault>
  }

  /// A row that is refused stops nothing; a service that does not answer does, and then the file is imported again.
  func write(_ plan: ImportPlan, progress: (ImportProgress) -> Void) async throws(Fault) -> ImportReport {
    var report = plan.report
    var done = 0
    let stages = try plan.stages
    let total = stages.reduce(0) { $0 + $1.count }
    for steps in stages {
      try await run(steps) { step, reasons in
        for (item, reason) in zip(step.counted, reasons) {
          if let reason, item.isNew { report.refuse(step.kind, line: item.line, reason) }
        }
        done += 1
        progress(ImportProgress(phase: .write, done: done, total: total))
      }
    }
    report.sortProblems()
    return report
  }

  private func run(
    _ steps: [ImportStep], finish: (ImportStep, [String?]) -> Void
  ) async throws(Fault) {
    let failure = await withTaskGroup(of: Outcome.self) { group -> Fault? in
      var next = 0
      func begin() {
        guard next < steps.count else { return }
        let (place, step, caller) = (next, steps[next], caller)
        next += 1
        group.addTask { await Self.outcome(place, step, caller) }
      }
      for _ in 0..<ImportLimits.callsAtOnce { begin() }
      while let outcome = await group.next() {
        switch outcome.result {
        case .success(let reasons): finish(steps[outcome.step], reasons)
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

  private static func outcome(_ place: Int, _ step: ImportStep, _ caller: ImportCaller) async -> Outcome {
    do throws(Fault) {
      return Outcome(step: place, result: .success(try await step.run(caller)))
    } catch {
      guard error.isRefusal else { return Outcome(step: place, result: .failure(error)) }
      return Outcome(step: place, result: .success(step.counted.map { _ in error.reason }))
    }
  }
}
