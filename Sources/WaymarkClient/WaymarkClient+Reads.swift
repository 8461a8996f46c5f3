import Foundation

/// The reads of works.
extension WaymarkClient {
  /// Returns a page of the reads of a work: reads with an unknown finish first, the open read last.
  public func reads(
    of workId: String, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<BookRead> {
    try await fetch(Page<BookRead>.self, .get("library", workId, "reads", query: Self.page(limit, cursor)))
  }

  /// Returns a read. Throws ``APIError/notFound`` if it does not exist.
  public func read(_ id: String, of workId: String) async throws(APIError) -> BookRead {
    try await fetch(BookRead.self, .get("library", workId, "reads", id))
  }

  /// Adds a read of a work and returns it. A work that is not in the library is added. Throws
  /// ``APIError/conflict(detail:)`` if the read is open and the work already has an open read.
  @discardableResult
  public func addRead(_ workId: String, _ report: BookReadReport) async throws(APIError) -> BookRead {
    try await fetch(BookRead.self, .post("library", workId, "reads", body: WireFormat.encode(report)))
  }

  /// Changes the given members of a read and returns it.
  @discardableResult
  public func changeRead(
    _ id: String, of workId: String, _ changes: BookReadPatch
  ) async throws(APIError) -> BookRead {
    try await fetch(BookRead.self, .patch("library", workId, "reads", id, body: WireFormat.encode(changes)))
  }

  /// Deletes a read. Its sessions stay and belong to another read of the work, if there is one.
  public func deleteRead(_ id: String, of workId: String) async throws(APIError) {
    _ = try await send(.delete("library", workId, "reads", id))
  }

  /// Returns a page of the finished reads of all works, the latest finish first and unknown ones last.
  ///
  /// - Parameters:
  ///   - from: the first day, inclusive.
  ///   - to: the last day, inclusive. A finish that is partly unknown is in the range if all of its days are.
  ///   - year: only reads that were finished in this year of ``Limits/reviewYears``.
  public func finishedReads(
    from: CalendarDay? = nil, to: CalendarDay? = nil, year: Int? = nil, limit: Int? = nil, cursor: String? = nil
  ) async throws(APIError) -> Page<BookRead> {
    var query = Self.page(limit, cursor)
    if let from { query.append(URLQueryItem(name: "from", value: from.description)) }
    if let to { query.append(URLQueryItem(name: "to", value: to.description)) }
    if let year { query.append(URLQueryItem(name: "year", value: String(year))) }
    return try await fetch(Page<BookRead>.self, .get("reads", query: query))
  }
}
