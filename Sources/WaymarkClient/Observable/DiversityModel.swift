public import Foundation
public import Observation

/// The state of a diversity screen: the radar with its "+", the progress ring, and one question at a time.
@MainActor @Observable
public final class DiversityModel {
  public internal(set) var radar: JourneySection<DiversityRadar> = .idle
  public internal(set) var completion: JourneySection<DiversityCompletion> = .idle
  public private(set) var step: DiversityStep = .closed
  /// Bind a picker to it, and call ``loadRadar()`` when it changes.
  public var selectedPeriod: StatsPeriod

  @ObservationIgnored let repository: DiversityRepository
  @ObservationIgnored private let loader = SectionLoader<DiversityModel>()
  /// What was skipped since the question was opened.
  @ObservationIgnored private var skipped: Set<OfflineItem.Key> = []
  /// What "+" was pressed for; nil for all dimensions.
  @ObservationIgnored private var wanted: DiversityDimension?
  /// Of several questions that are looked for, the latest is shown.
  @ObservationIgnored private var searches = 0

  public init(repository: DiversityRepository, selectedPeriod: StatsPeriod = .allTime) {
    self.repository = repository
    self.selectedPeriod = selectedPeriod
  }
}

/// What a view asks of the sections.
extension DiversityModel {
  /// When the screen appears. What is known is shown at once.
  public func load() async { await load(false) }

  /// When a person pulls to refresh.
  public func refresh() async { await load(true) }

  /// After a failure: asks again for what failed, and for nothing else.
  public func retry() async {
    async let radar: Void = radar.error == nil ? () : loadRadar(forceRefresh: true)
    if completion.error != nil { await loadCompletion(true) }
    await radar
  }

  public func loadRadar(forceRefresh: Bool = false) async {
    let period = selectedPeriod
    // Another period's chart is not what was asked for, not even while waiting.
    if let shown = radar.value, shown.period != period { radar = .idle }
    await loader.load(\.radar, of: self) { [repository] show throws(APIError) in
      try await repository.fetchRadar(for: period, forceRefresh: forceRefresh, showing: show)
    }
  }

  /// The dimensions that get a "+".
  public var incompleteAxes: [DiversityRadar.Axis] { radar.value?.axes.filter { $0.missingBooks > 0 } ?? [] }

  /// The time of the oldest values on the screen if any of them is from before the network went; else nil.
  public var offlineSince: Date? {
    [radar.offlineSince, completion.offlineSince].compactMap(\.self).min()
  }
}

/// One question at a time.
extension DiversityModel {
  /// A person pressed the "+" of a dimension, or "Fill missing data": the work read last is asked about first.
  public func fill(_ dimension: DiversityDimension? = nil) async {
    skipped = []
    wanted = dimension
    await findQuestion()
  }

  /// The question after a session.
  public func ask(_ prompt: DiversityPrompt, title: String? = nil) {
    searches += 1
    wanted = nil
    step = .asking(DiversityQuestion(prompt, title: title))
  }

  /// A pill was pressed. The radar changes with the answer.
  public func choose(_ value: String) async {
    let question: DiversityQuestion
    switch step {
    case .asking(let asked), .failed(.some(let asked), _): question = asked
    default: return
    }
    step = .saving(question)
    let outcome: DiversityStep
    do throws(APIError) {
      let report = question.report(value, saidAt: repository.client.time.now())
      switch try await repository.report(report) {
      case .stored(let answer):
        outcome = .saved(question, answer)
        await show(answer)
      case .queued:
        outcome = .queued(question)
      }
    } catch {
      outcome = error == .cancelled ? .asking(question) : .failed(question, error)
    }
    // Closed or asked something else meanwhile: the answer counts, and the screen stays.
    if step == .saving(question) { step = outcome }
  }

  /// No data is saved. Where a person fills in, the next work follows; after a session there is one question alone.
  public func skip() async {
    guard let question = step.question else { return }
    guard let prompt = question.prompt else {
      skipped.insert(question.report("", saidAt: .distantPast).offlineItem.key)
      return await findQuestion()
    }
    step = .closed
    // What cannot be said now is asked again another time.
    try? await repository.skip(prompt)
  }

  /// From the success state: the next work of what was asked for.
  public func next() async { await findQuestion() }

  public func close() {
    searches += 1
    step = .closed
  }
}

extension DiversityModel {
  private func load(_ forceRefresh: Bool) async {
    async let radar: Void = loadRadar(forceRefresh: forceRefresh)
    await loadCompletion(forceRefresh)
    await radar
  }

  private func loadCompletion(_ forceRefresh: Bool) async {
    await loader.load(\.completion, of: self) { [repository] show throws(APIError) in
      try await repository.fetchCompletion(forceRefresh: forceRefresh, showing: show)
    }
  }

  /// The answer brings the usual radar along: the chart changes in the same moment.
  private func show(_ answer: DiversityAnswer) async {
    if answer.radar.period == selectedPeriod {
      radar = .loaded(Answer(answer.radar, .live, asOf: repository.client.time.now()))
    } else {
      await loadRadar()
    }
    await loadCompletion(false)
  }

  private func findQuestion() async {
    searches += 1
    let search = searches
    step = .opening
    let found: DiversityStep
    do throws(APIError) {
      found = try await question().map(DiversityStep.asking) ?? .complete
    } catch {
      found = error == .cancelled ? .closed : .failed(nil, error)
    }
    if search == searches { step = found }
  }

  private func question() async throws(APIError) -> DiversityQuestion? {
    let asked = try await repository.fetchDimensions().value
    let works = try await repository.fetchWorksMissing(wanted).value
    let waiting = Set(await repository.queue?.pendingItems.map(\.key) ?? [])
    for work in works {
      for dimension in wanted.map({ [$0] }) ?? work.missing {
        guard let about = asked.first(where: { $0.dimension == dimension && !$0.isDerived }) else { continue }
        let question = DiversityQuestion(
          workId: work.workId, title: work.title, dimension: dimension, text: about.question ?? about.label,
          options: about.options, prompt: nil)
        let key = question.report("", saidAt: .distantPast).offlineItem.key
        // What was said and waits for the network is not asked again.
        if !skipped.contains(key), !waiting.contains(key) { return question }
      }
    }
    return nil
  }
}
