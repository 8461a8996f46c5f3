/// What a section can fail with.
protocol SectionFailure: Error {
  /// The request was given up: nothing to show to anybody.
  var isCancellation: Bool { get }
}

extension APIError: SectionFailure {
  var isCancellation: Bool { self == .cancelled }
}

extension AnalyticsError: SectionFailure {
  var isCancellation: Bool { self == .request(.cancelled) }
}

/// Loads the sections of a model: of several requests for one, only the latest changes it.
@MainActor
final class SectionLoader<Model: AnyObject> {
  /// The latest request of each section: the answer of an older one no longer matters.
  private var tickets: [PartialKeyPath<Model>: Int] = [:]
  /// Called when a section shows what is kept of it.
  private var onShown: (() -> Void)?

  func load<Value, Failure: SectionFailure>(
    _ section: ReferenceWritableKeyPath<Model, LoadingSection<Value, Failure>>, of model: Model,
    _ fetch: @Sendable (@escaping ShowKept<Value>) async throws(Failure) -> Answer<Value>
  ) async {
    let ticket = tickets[section, default: 0] + 1
    tickets[section] = ticket
    let before = model[keyPath: section]
    model[keyPath: section] = before.asking
    // What was known is on the screen at once, however long the server takes to answer.
    let show: ShowKept<Value> = { [weak self, weak model] kept in
      guard let model, self?.tickets[section] == ticket, model[keyPath: section].answer == nil else { return }
      model[keyPath: section] = .refreshing(kept)
      self?.onShown?()
    }
    let outcome: LoadingSection<Value, Failure>
    do throws(Failure) {
      outcome = .loaded(try await fetch(show))
    } catch {
      // With what was shown of it meanwhile.
      let shown = tickets[section] == ticket ? model[keyPath: section] : before
      outcome =
        error.isCancellation
        ? (before.error == nil ? shown : before).atRest : .failed(error, previous: shown.answer)
    }
    if tickets[section] == ticket { model[keyPath: section] = outcome }
  }

  /// The first section by itself, and the others as soon as there is something of it to look at: without a network
  /// what is known of them must not wait until the first one has given up.
  func loadFirst(
    _ first: @escaping @MainActor @Sendable () async -> Void, then others: @MainActor () async -> Void
  ) async {
    let (isShown, notify) = AsyncStream.makeStream(of: Void.self)
    onShown = { notify.finish() }
    async let loading: Void = {
      await first()
      notify.finish()
    }()
    for await _ in isShown {}
    onShown = nil
    await others()
    await loading
  }
}
