import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func pushPosition(
    _ call: SessionAPI.PushPosition, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.PushPosition.Reply {
    do throws(Rejection) {
      try PositionRules.violations(of: call.position).reject()
    } catch {
      throw Fault(error)
    }
    return try await command(caller) { [zones] transaction in
      var position = call.position
      let old = try PositionStore.position(transaction.user, position.document, transaction.rows)
      if position.title == nil, let known = old?.position {
        (position.title, position.authors) = (known.title, known.authors)
      }
      if old == nil {
        let count = try PositionStore.count(of: transaction.user, transaction.rows)
        if count >= PositionRules.mostDocuments {
          try PositionStore.deleteOldest(of: transaction.user, transaction.storage)
        }
      }
      try PositionStore.save(
        StoredPosition(position: position, pushedAt: transaction.now), of: transaction.user, transaction.storage)
      try transaction.follow(position, zones)
      return SessionAPI.PushPosition.Reply(pushedAt: transaction.now)
    }
  }

  func fetchPosition(
    _ call: SessionAPI.FetchPosition, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchPosition.Reply {
    try await read(caller) { user, rows in
      let stored = try PositionStore.position(user, call.document, rows)
      return SessionAPI.FetchPosition.Reply(position: stored?.position, pushedAt: stored?.pushedAt)
    }
  }

  /// A link to a work that does not exist is skipped, and past the limit no further documents are linked.
  func linkDocuments(_ call: SessionAPI.LinkDocuments, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard call.links.count <= SessionAPI.linksPerCall else {
      throw Fault.invalid("links", "must have at most \(SessionAPI.linksPerCall) items")
    }
    return try await command(caller, cost: 1 + call.links.count / 8) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      var count = try DocumentLinkStore.count(of: user, rows)
      for link in call.links where PositionRules.isDocument(link.document) {
        let known = try DocumentLinkStore.workId(user, document: link.document, rows)
        guard known != link.workId, known != nil || count < SessionLimits.documentLinks,
          try WorkStore.title(user, link.workId, rows) != nil
        else { continue }
        count += known == nil ? 1 : 0
        try DocumentLinkStore.save(link.document, link.workId, of: user, transaction.storage)
      }
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Moves the current page of the document's work, if it is being read. Changes nothing else.
  fileprivate func follow(_ position: Position, _ zones: any ZoneSource) throws {
    guard let id = try workId(of: position), let work = try WorkStore.work(user, id, rows),
      let pageCount = work.pageCount, let record = try LibraryStore.record(user, id, rows)
    else { return }
    let page = position.page(of: pageCount)
    guard record.entry.currentPage != page, record.summary(in: calendar(zones)).status == .reading else { return }
    var edit = LibraryEdit()
    edit.currentPage = .set(page)
    _ = try self.edit(record, of: work, edit, zones)
  }

  /// The work of a linked document, or else of those being read the one with this title.
  private func workId(of position: Position) throws -> String? {
    if let id = try DocumentLinkStore.workId(user, document: position.document, rows),
      try WorkStore.title(user, id, rows) != nil
    {
      return id
    }
    guard let title = position.title else { return nil }
    var match = DocumentMatch(title: title, authors: position.authors)
    try WorkStore.eachBeingRead(user, limit: SessionLimits.worksBeingRead, rows) { work in
      match.offer(work.id, title: work.title, authors: work.authors)
    }
    return match.workId
  }
}
