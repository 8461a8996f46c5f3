import API
import Charts
import Crypto
import Domain
import Languages
import Pictures
import Proto
import Storage

extension SessionHandlers {
  func fetchWorkCover(_ call: SessionAPI.FetchWorkCover, _ caller: CallerContext) async throws(Fault) -> MediaReply {
    try await cover(of: .work, call.id, call.lang, caller)
  }

  func fetchStoryCover(_ call: SessionAPI.FetchStoryCover, _ caller: CallerContext) async throws(Fault) -> MediaReply {
    try await cover(of: .story, call.id, call.lang, caller)
  }

  func saveWorkCover(_ call: SessionAPI.SaveWorkCover, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await save(call.image, call.candidate, as: .work, call.id, caller)
  }

  func saveStoryCover(_ call: SessionAPI.SaveStoryCover, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await save(call.image, call.candidate, as: .story, call.id, caller)
  }

  func deleteWorkCover(_ call: SessionAPI.DeleteWorkCover, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await deleteCover(of: .work, call.id, caller)
  }

  func deleteStoryCover(_ call: SessionAPI.DeleteStoryCover, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await deleteCover(of: .story, call.id, caller)
  }

  /// Returns the stored image, or a drawing.
  private func cover(
    of kind: CoverKind, _ id: String, _ language: Language?, _ caller: CallerContext
  ) async throws(Fault) -> MediaReply {
    try check(id: id)
    return try await read(caller, cost: SessionLimits.coverCost) { user, rows in
      let (title, authors) = try kind.texts(of: id, user, rows)
      if let (type, bytes) = try CoverStore.image(user, kind, id, rows) {
        guard let type = MediaType(rawValue: type) else {
          throw DatabaseError(.corrupt, "a cover has an unknown media type")
        }
        return MediaReply(type, bytes)
      }
      // One theme, because pages show the drawing like an image.
      return MediaReply(
        CoverPicture.drawing(id: id, title: title, authors: authors, language: language), theme: .light)
    }
  }

  private func save(
    _ image: [UInt8]?, _ candidate: SessionAPI.CoverCandidate?, as kind: CoverKind, _ id: String,
    _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    try check(id: id)
    let cover: CoverImage
    switch (image, candidate) {
    case (let image?, nil): cover = try CoverImage(image, from: "image")
    case (nil, let candidate?):
      // Nothing is fetched for a work that does not exist.
      _ = try await read(caller) { user, rows in try kind.checkExistence(of: id, user, rows) }
      cover = try await fetchCover(candidate, caller)
    default: throw Fault.invalid("candidate", "is required, unless the body is an image")
    }
    return try await command(caller, cost: cover.cost) { transaction in
      try kind.checkExistence(of: id, transaction.user, transaction.rows)
      try transaction.save(cover, as: kind, id)
      return Nothing()
    }
  }

  /// Succeeds whether or not there is a cover.
  private func deleteCover(of kind: CoverKind, _ id: String, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: id)
    return try await command(caller) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      try kind.checkExistence(of: id, user, rows)
      guard try CoverStore.exists(user, kind, id, rows) else { return Nothing() }
      try CoverStore.delete(user, kind, id, transaction.storage)
      try transaction.append(.covers(.removed(CoverRemoved(kind: kind, id: id))))
      return Nothing()
    }
  }

  /// Fetches the cover of a book from its catalogue.
  private func fetchCover(
    _ candidate: SessionAPI.CoverCandidate, _ caller: CallerContext
  ) async throws(Fault) -> CoverImage {
    let user = try caller.validUser()
    guard candidate.source == OpenLibrary.source else {
      throw Fault.invalid("candidate.source", "must be \(OpenLibrary.source)")
    }
    guard let request = OpenLibrary.cover(candidate.sourceId) else {
      throw Fault.invalid("candidate.sourceId", "must be an id of GET /lookup, such as OL45804W or OL7353617M")
    }
    guard looksUpBooks else { throw Self.lookupIsOff }
    try outboundCalls.begin(user)
    defer { outboundCalls.end(user) }
    let reply = try await webhooks.fetch(request)
    switch (reply.failure, reply.status) {
    case (nil, 200): return try CoverImage(reply.body, from: "candidate", "has a cover that ")
    case (nil, 404): throw Fault.invalid("candidate", "has no cover")
    case (.tooLarge, _): throw Fault.invalid("candidate", "has a cover that \(CoverProblem.tooLarge.reason)")
    default: throw Fault(.unavailable, "Open Library is unavailable, or this server may not call it")
    }
  }
}

/// An image that may be a cover.
struct CoverImage: Sendable {
  var header: ImageHeader
  var bytes: [UInt8]

  init(bytes: [UInt8]) throws(CoverProblem) {
    header = try CoverRules.header(of: bytes)
    self.bytes = bytes
  }

  /// Throws a fault that names the member from which the image comes.
  fileprivate init(_ bytes: [UInt8], from field: String, _ prefix: String = "") throws(Fault) {
    do throws(CoverProblem) {
      try self.init(bytes: bytes)
    } catch {
      throw Fault.invalid(field, prefix + error.reason)
    }
  }

  /// The cost of storing it.
  var cost: Int { 1 + bytes.count / 1_024 }
}

extension CoverKind {
  /// Throws if the work or story does not exist.
  func checkExistence(of id: String, _ user: String, _ rows: Rows) throws {
    switch self {
    case .work: if try WorkStore.title(user, id, rows) == nil { throw Fault.noWork }
    case .story: if try CatalogueStore.story(user, id, rows) == nil { throw Fault.noStory }
    }
  }

  fileprivate func texts(of id: String, _ user: String, _ rows: Rows) throws -> (title: String, authors: [String]) {
    switch self {
    case .work:
      guard let work = try WorkStore.work(user, id, rows) else { throw Fault.noWork }
      return (work.title, work.authors)
    case .story:
      guard let story = try CatalogueStore.story(user, id, rows) else { throw Fault.noStory }
      return (story.title, story.authors ?? [])
    }
  }
}

extension UserTransaction {
  /// Stores the cover of an existing work or story and appends its event. Does nothing if it is unchanged.
  func save(_ image: CoverImage, as kind: CoverKind, _ id: String) throws {
    let entry = CoverStore.Entry(
      kind: kind, id: id, type: image.header.format.rawValue, size: image.bytes.count,
      digest: SHA256.hash(image.bytes))
    let old = try CoverStore.entry(user, kind, id, rows)
    guard entry != old else { return }
    let totals = try CoverStore.totals(user, rows)
    guard
      CoverRules.mayStore(size: entry.size, replacing: old?.size, count: totals.count, bytes: totals.bytes)
    else {
      throw Fault(
        .conflict,
        "the limit of \(CoverRules.mostCovers) covers or \(CoverRules.mostBytesOfUser >> 30) GiB is reached; delete "
          + "some first")
    }
    try CoverStore.save(entry, image.bytes, of: user, at: now, storage)
    let digest = Base64.encode(entry.digest)
    let event = CoverSaved(kind: kind, id: id, type: entry.type, size: entry.size, digest: digest)
    try append(.covers(.saved(event)))
  }
}
