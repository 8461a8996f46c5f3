public import Foundation
public import Observation

/// The state of a library screen: the books, and the proposals of the works of which stories are the audio form.
@MainActor @Observable
public final class LibraryModel {
  /// The first ``WaymarkClient/Limits/itemsPerPage`` books with the selected status.
  public internal(set) var library: JourneySection<Page<LibraryEntry>> = .idle
  /// The first ``WaymarkClient/Limits/itemsPerPage`` proposals.
  public internal(set) var matches: JourneySection<Page<StoryMatch>> = .idle
  /// Why ``followChanges()`` has ended, or nil.
  public private(set) var failure: APIError?
  /// The status of the books to show, or nil for all. Bind a picker to it and call ``loadLibrary()`` when it changes,
  /// or use ``changeStatus(to:)``.
  public var selectedStatus: ReadingStatus?

  /// The number of writes that are being sent.
  private var writes = 0
  @ObservationIgnored let repository: ReadingRepository
  @ObservationIgnored private let loader = SectionLoader<LibraryModel>()
  /// The status of the shown books, because the value does not contain it.
  @ObservationIgnored private var shownStatus: ReadingStatus?

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(repository: ReadingRepository, selectedStatus: ReadingStatus? = nil) {
    self.repository = repository
    self.selectedStatus = selectedStatus
  }
}

/// The combined state of the sections.
extension LibraryModel {
  /// Whether a write is being sent.
  public var isChanging: Bool { writes > 0 }

  /// The time of the oldest value on the screen if any value is shown because the server cannot be reached; otherwise
  /// nil.
  public var offlineSince: Date? {
    [library.offlineSince, matches.offlineSince].compactMap(\.self).min()
  }
}

/// Loading.
extension LibraryModel {
  /// Loads both sections, the books first. Call it when the screen appears. Fresh cached values are shown without a
  /// request.
  public func load() async { await load(false) }

  /// Loads both sections from the server. Call it when the person pulls to refresh.
  public func refresh() async { await load(true) }

  /// Loads only the sections that failed.
  public func retry() async {
    async let matches: Void = matches.error == nil ? () : loadMatches(true)
    if library.error != nil { await loadLibrary(true) }
    await matches
  }

  /// Selects a status and loads the books with it.
  public func changeStatus(to newStatus: ReadingStatus?) async {
    selectedStatus = newStatus
    await loadLibrary()
  }

  /// Loads the books with the selected status.
  public func loadLibrary() async { await loadLibrary(false) }

  /// Loads the library again whenever it may have changed on any device, until the task is cancelled or the token is
  /// rejected. Call it from a view's `task`.
  public func followChanges() async {
    failure = nil
    do throws(APIError) {
      // Listening to the stories of a work is part of its entry.
      try await repository.client.followChanges(of: [.library, .reading, .listening, .catalogue]) { await refresh() }
    } catch {
      failure = error
    }
  }
}

/// Proposals. After each write the library is loaded again. If the server rejects a write, it throws; then both
/// sections show what the server has.
extension LibraryModel {
  /// Accepts a proposal and returns the linked story. A proposed new work is created.
  @discardableResult
  public func accept(_ match: StoryMatch) async throws(APIError) -> Story {
    try await write { () async throws(APIError) in try await acceptOnly(match) }
  }

  /// Dismisses a proposal: no work is proposed for its story again.
  public func dismiss(_ match: StoryMatch) async throws(APIError) {
    try await write { () async throws(APIError) in
      try await repository.dismiss(match)
      matches.revise { $0.remove(match.id) }
    }
  }

  /// Accepts all proposals, including those of further pages, and returns the number of linked stories. A proposal that
  /// the server rejects, for example because its story was deleted, is left out. Any other error ends this.
  @discardableResult
  public func acceptAll() async throws(APIError) -> Int {
    guard let first = matches.value else { return 0 }
    return try await write { () async throws(APIError) in
      var page = first
      var count = 0
      while true {
        for match in page.items { count += try await isAccepted(match) ? 1 : 0 }
        guard let cursor = page.nextCursor else { return count }
        page = try await repository.client.matches(limit: Limits.itemsPerPage, cursor: cursor)
      }
    }
  }
}

extension LibraryModel {
  private func load(_ forceRefresh: Bool) async {
    await loader.loadFirst {
      await self.loadLibrary(forceRefresh)
    } then: {
      await loadMatches(forceRefresh)
    }
  }

  private func loadLibrary(_ forceRefresh: Bool) async {
    let status = selectedStatus
    // Do not show the books of another status while these load.
    if shownStatus != status { library = .idle }
    shownStatus = status
    await loader.load(\.library, of: self) { [repository] show throws(APIError) in
      try await repository.fetchLibrary(status, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadMatches(_ forceRefresh: Bool) async {
    await loader.load(\.matches, of: self) { [repository] show throws(APIError) in
      try await repository.fetchMatches(forceRefresh: forceRefresh, showing: show)
    }
  }

  /// Removes the proposal from the screen at once, in case the library cannot be loaded again.
  private func acceptOnly(_ match: StoryMatch) async throws(APIError) -> Story {
    let story = try await repository.accept(match)
    matches.revise { $0.remove(match.id) }
    return story
  }

  /// Returns false if the server rejects the proposal because it is out of date.
  private func isAccepted(_ match: StoryMatch) async throws(APIError) -> Bool {
    do throws(APIError) {
      _ = try await acceptOnly(match)
      return true
    } catch {
      switch error {
      case .notFound, .conflict, .validation: return false
      default: throw error
      }
    }
  }

  private func write<Value: Sendable>(_ work: () async throws(APIError) -> Value) async throws(APIError) -> Value {
    writes += 1
    defer { writes -= 1 }
    do throws(APIError) {
      let value = try await work()
      await load(false)
      return value
    } catch {
      // A proposal may name a work that was deleted elsewhere.
      if error.needsReload || error.rejectedContent != nil { await load(false) }
      throw error
    }
  }
}
