public import Foundation
public import Observation

/// The state of a diversity screen: the radar with its "+" buttons, the progress ring, and a sheet with one question at
/// a time.
@MainActor @Observable
public final class DiversityModel {
  /// The radar of the selected period.
  public internal(set) var radar: JourneySection<DiversityRadar> = .idle
  /// The completion of the diversity data.
  public internal(set) var completion: JourneySection<DiversityCompletion> = .idle
  /// The state of the sheet with the question.
  public private(set) var step: DiversityStep = .closed
  /// The selected period. Bind a picker to it, and call ``loadRadar(forceRefresh:)`` when it changes.
  public var selectedPeriod: StatsPeriod

  @ObservationIgnored let repository: DiversityRepository
  @ObservationIgnored private let loader = SectionLoader<DiversityModel>()
  /// The questions that were skipped since the sheet was opened.
  @ObservationIgnored private var skipped: Set<OfflineItem.Key> = []
  /// The dimension whose "+" was pressed, or nil for all dimensions.
  @ObservationIgnored private var wanted: DiversityDimension?
  /// Numbers the searches for a question, so that only the latest one is shown.
  @ObservationIgnored private var searches = 0

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(repository: DiversityRepository, selectedPeriod: StatsPeriod = .allTime) {
    self.repository = repository
    self.selectedPeriod = selectedPeriod
  }
}

/// The sections.
extension DiversityModel {
  /// Loads the radar and the completion. Call it when the screen appears. Stored values are shown at once.
  public func load() async { await load(false) }

  /// Loads both from the server. Call it when the person pulls to refresh.
  public func refresh() async { await load(true) }

  /// Loads only the sections that failed.
  public func retry() async {
    async let radar: Void = radar.error == nil ? () : loadRadar(forceRefresh: true)
    if completion.error != nil { await loadCompletion(true) }
    await radar
  }

  /// Loads the radar of the selected period.
  public func loadRadar(forceRefresh: Bool = false) async {
    let period = selectedPeriod
    // Do not show the chart of another period while this one loads.
    if let shown = radar.value, shown.period != period { radar = .idle }
    await loader.load(\.radar, of: self) { [repository] show throws(APIError) in
      try await repository.fetchRadar(for: period, forceRefresh: forceRefresh, showing: show)
    }
  }

  /// The axes that need a "+", because some books have no value.
  public var incompleteAxes: [DiversityRadar.Axis] { radar.value?.axes.filter { $0.missingBooks > 0 } ?? [] }

  /// The time of the older value on the screen if a value is shown because the server cannot be reached; otherwise nil.
  public var offlineSince: Date? {
    [radar.offlineSince, completion.offlineSince].compactMap(\.self).min()
  }
}

/// The sheet with one question at a time.
extension DiversityModel {
  /// Opens the sheet with the first question: about one dimension, or nil for any missing data. The most recently read
  /// work comes first.
  public func fill(_ dimension: DiversityDimension? = nil) async {
    skipped = []
    wanted = dimension
    await findQuestion()
  }

  /// Opens the sheet with the prompt after a session.
  public func ask(_ prompt: DiversityPrompt, title: String? = nil) {
    searches += 1
    wanted = nil
    step = .asking(DiversityQuestion(prompt, title: title))
  }

  /// Saves one of the options as the answer. On success the radar changes at once.
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
    // If the sheet was closed or shows another question by now, the answer is saved but the sheet stays as it is.
    if step == .saving(question) { step = outcome }
  }

  /// Skips the question without saving a value. When filling in missing data, the next question follows; after a
  /// session, the sheet closes.
  public func skip() async {
    guard let question = step.question else { return }
    guard let prompt = question.prompt else {
      skipped.insert(question.report("", saidAt: .distantPast).offlineItem.key)
      return await findQuestion()
    }
    step = .closed
    // If this fails, the prompt stays open and appears again later.
    try? await repository.skip(prompt)
  }

  /// Loads the next question. Call it after a success.
  public func next() async { await findQuestion() }

  /// Closes the sheet.
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

  /// Shows the radar that the answer contains, so that the chart changes at once.
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
        // Skip questions whose answer is waiting for upload.
        if !skipped.contains(key), !waiting.contains(key) { return question }
      }
    }
    return nil
  }
}
