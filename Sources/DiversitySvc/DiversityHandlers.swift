import API
import Chronology
import Domain
import Languages
import Proto
import Views

/// Handlers of calls that decide, and so write.
struct DiversityHandlers: Sendable {
  let host: ViewHost<DiversityView>
  let turns: DecisionTurns

  func setValue(_ call: DiversityAPI.SetValue, _ context: CallContext) async throws -> Written<DiversityAnswer> {
    let dimension = try DiversityRules.settable(call.dimension)
    let answer = try await decide(DiversityAPI.SetValue.name, context) { [zones = host.zones] view, now in
      guard view.work(call.workId) != nil else { throw Fault.noWork }
      let setting = try view.setting(call.value, of: dimension, workId: call.workId, at: now)
      let event: Event? = setting.changesNothing ? nil : .diversity(.valueSet(setting))
      return Decision(
        workId: call.workId, version: view.version(of: call.workId), events: event.map { [$0] } ?? [],
        reply: view.answer(setting, by: event, zones: zones, now: now))
    }
    return answer.translated(to: call.lang)
  }

  /// Clearing a value that is not set succeeds.
  func clearValue(_ call: DiversityAPI.ClearValue, _ context: CallContext) async throws -> Nothing {
    let dimension = try DiversityRules.settable(call.dimension)
    return try await decide(DiversityAPI.ClearValue.name, context) { view, now in
      guard view.work(call.workId) != nil else { throw Fault.noWork }
      let clearing = view.clearing(dimension, workId: call.workId, at: now)
      return Decision(
        workId: call.workId, version: view.version(of: call.workId),
        events: clearing.map { [.diversity(.valueCleared($0))] } ?? [], reply: Nothing())
    }.value
  }

  /// The first answer counts. All later ones find an answered prompt.
  func answerPrompt(
    _ call: DiversityAPI.AnswerPrompt, _ context: CallContext
  ) async throws -> Written<DiversityAnswer> {
    let answer = try await decide(DiversityAPI.AnswerPrompt.name, context) { [zones = host.zones] view, now in
      // Checks the value before the state of the prompt, so that an invalid value is reported first.
      let prompt = try Self.find(call.id, in: view)
      let setting = try view.setting(call.value, of: prompt.dimension, workId: prompt.workId, at: now)
      try Self.checkOpen(prompt)
      let event = Event.diversity(
        .promptAnswered(DiversityPromptAnswered(startedAt: prompt.startedAt, answer: setting)))
      return Decision(
        workId: prompt.workId, version: view.version(of: prompt.workId), events: [event],
        reply: view.answer(setting, by: event, zones: zones, now: now))
    }
    return answer.translated(to: call.lang)
  }

  func skipPrompt(_ call: DiversityAPI.SkipPrompt, _ context: CallContext) async throws -> Written<Nothing> {
    try await decide(DiversityAPI.SkipPrompt.name, context) { view, now in
      let prompt = try Self.find(call.id, in: view)
      try Self.checkOpen(prompt)
      return Decision(
        workId: prompt.workId, version: view.version(of: prompt.workId),
        events: [
          .diversity(
            .promptSkipped(
              DiversityPromptSkipped(workId: prompt.workId, startedAt: prompt.startedAt, at: now)))
        ], reply: Nothing())
    }
  }

  private static func find(_ id: String, in view: DiversityView) throws(Fault) -> FoundPrompt {
    guard let id = SessionIdentifier(id, .reading), let prompt = view.prompt(id) else { throw .noPrompt }
    return prompt
  }

  private static func checkOpen(_ prompt: FoundPrompt) throws(Fault) {
    switch prompt.state {
    case .open: return
    case .answered: throw Fault(.conflict, "the prompt is already answered")
    case .skipped: throw Fault(.conflict, "the prompt is already skipped")
    }
  }
}

extension Written<DiversityAnswer> {
  /// The reply that is kept for a key is English.
  fileprivate func translated(to language: Language?) -> Written {
    var answer = self
    answer.value = value.translated(to: language)
    return answer
  }
}
