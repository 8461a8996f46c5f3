public import Foundation
public import Observation

/// The state of a screen about one book: its library entry, and each time that it was read.
@MainActor @Observable
public final class BookModel {
  /// The library entry, or nil inside the section if the book is not in the library.
  public internal(set) var entry: JourneySection<LibraryEntry?> = .idle
  /// The reads, the open or latest one last. There are none if the book is not in the library.
  public internal(set) var reads: JourneySection<Page<BookRead>> = .idle
  /// Why ``followChanges()`` has ended, or nil.
  public private(set) var failure: APIError?
  /// The id of the work.
  public let workId: String

  /// The number of writes that are being sent.
  private var writes = 0
  @ObservationIgnored let repository: ReadingRepository
  @ObservationIgnored private let loader = SectionLoader<BookModel>()

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(workId: String, repository: ReadingRepository) {
    self.workId = workId
    self.repository = repository
  }
}

/// The values to show.
extension BookModel {
  /// The library entry to show, or nil if there is none.
  public var libraryEntry: LibraryEntry? { entry.value ?? nil }

  /// The read that is open, or nil if there is none.
  public var openRead: BookRead? { reads.value?.items.last { $0.status == .reading } }

  /// Whether a write is being sent.
  public var isChanging: Bool { writes > 0 }

  /// The time of the oldest value on the screen if any value is shown because the server cannot be reached; otherwise
  /// nil.
  public var offlineSince: Date? {
    [entry.offlineSince, reads.offlineSince].compactMap(\.self).min()
  }
}

/// Loading.
extension BookModel {
  /// Loads both sections. Call it when the screen appears. Fresh cached values are shown without a request.
  public func load() async { await load(false) }

  /// Loads both sections from the server. Call it when the person pulls to refresh.
  public func refresh() async { await load(true) }

  /// Loads only the sections that failed.
  public func retry() async {
    async let entry: Void = entry.error == nil ? () : loadEntry(true)
    if reads.error != nil { await loadReads(true) }
    await entry
  }

  /// Loads the book again whenever it may have changed on any device, until the task is cancelled or the token is
  /// rejected. Call it from a view's `task`.
  public func followChanges() async {
    failure = nil
    do throws(APIError) {
      // Listening to the stories of a work makes reads of it, too.
      try await repository.client.followChanges(of: [.library, .reading, .listening, .catalogue]) { await refresh() }
    } catch {
      failure = error
    }
  }
}

/// Writes. After each of them the book is loaded again. If the server rejects one, it throws and changes nothing. After
/// a conflict, and if the result is unknown, it throws and shows what the server has.
extension BookModel {
  /// Adds a read and returns it. A book that is not in the library is added.
  @discardableResult
  public func add(_ report: BookReadReport) async throws(APIError) -> BookRead {
    try await write { [repository, workId] () async throws(APIError) in
      try await repository.addRead(workId, report)
    } show: { added in
      reads.revise { $0.put(added) }
    }
  }

  /// Changes the given members of a read and returns it.
  @discardableResult
  public func change(_ read: BookRead, _ changes: BookReadPatch) async throws(APIError) -> BookRead {
    try await write { [repository, workId] () async throws(APIError) in
      try await repository.changeRead(read.id, of: workId, changes)
    } show: { changed in
      reads.revise { $0.put(changed) }
    }
  }

  /// Deletes a read. Its sessions stay and belong to another read of the book, if there is one.
  public func delete(_ read: BookRead) async throws(APIError) {
    try await write { [repository, workId] () async throws(APIError) in
      try await repository.deleteRead(read.id, of: workId)
    } show: {
      reads.revise { $0.remove(read.id) }
    }
  }

  /// Begins a new read of a book in the library and returns its entry. The earlier reads keep their dates and ratings.
  /// An open read continues and keeps its start. Throws ``APIError/notFound`` if the book is not in the library; use
  /// ``add(_:)`` for it.
  ///
  /// - Parameter startedAt: when the new read started, or nil for now, or for the start that a wanted book already has.
  @discardableResult
  public func readAgain(startedAt: Date? = nil) async throws(APIError) -> LibraryEntry {
    try await write { [repository, workId] () async throws(APIError) in
      let known = try await repository.fetchEntry(of: workId).value
      let start = known?.nextStart(startedAt, now: repository.client.time.now()) ?? .unchanged
      return try await repository.changeEntry(of: workId, LibraryEntryPatch(status: .reading, startedAt: start))
    } show: { changed in
      entry.revise { $0 = changed }
    }
  }
}

extension LibraryEntry {
  /// Returns the change of the start with which the next read begins.
  fileprivate func nextStart(_ given: Date?, now: Date) -> Change<Date> {
    if status == .reading { return .unchanged }
    if let given { return .set(given) }
    let isPlanned = status == .wantToRead && readCount == 0 && startedOn != nil && finishedOn == nil
    return isPlanned ? .unchanged : .set(now)
  }
}

extension BookModel {
  private func load(_ forceRefresh: Bool) async {
    async let entry: Void = loadEntry(forceRefresh)
    await loadReads(forceRefresh)
    await entry
  }

  private func loadEntry(_ forceRefresh: Bool) async {
    await loader.load(\.entry, of: self) { [repository, workId] show throws(APIError) in
      try await repository.fetchEntry(of: workId, forceRefresh: forceRefresh, showing: show)
    }
  }

  private func loadReads(_ forceRefresh: Bool) async {
    await loader.load(\.reads, of: self) { [repository, workId] show throws(APIError) in
      try await repository.fetchReads(of: workId, forceRefresh: forceRefresh, showing: show)
    }
  }

  /// - Parameter show: shows the result of the write at once, in case the book cannot be loaded again.
  private func write<Value: Sendable>(
    _ work: @Sendable () async throws(APIError) -> Value, show: (Value) -> Void
  ) async throws(APIError) -> Value {
    writes += 1
    defer { writes -= 1 }
    do throws(APIError) {
      let value = try await work()
      show(value)
      await load(false)
      return value
    } catch {
      if error.needsReload { await load(false) }
      throw error
    }
  }
}
