import API
import Domain
import Proto

extension SessionHandlers {
  func lookUpBooks(
    _ call: SessionAPI.LookUpBooks, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.LookUpBooks.Reply {
    let user = try caller.validUser()
    let question = try Self.question(call)
    guard looksUpBooks else { throw Self.lookupIsOff }
    if let kept = lookups.candidates(question.key, now: now()) { return .init(candidates: kept) }
    try outboundCalls.begin(user)
    defer { outboundCalls.end(user) }
    let candidates =
      switch question {
      case .words(let words): try await search(words)
      case .isbn(let digits): try await edition(digits)
      }
    lookups.keep(candidates, question.key, now: now())
    return .init(candidates: candidates)
  }

  private enum Question {
    case words(String)
    case isbn(String)

    var key: String {
      switch self {
      case .words(let words): "q " + words.lowercased()
      case .isbn(let digits): "isbn " + digits
      }
    }
  }

  private static func question(_ call: SessionAPI.LookUpBooks) throws(Fault) -> Question {
    switch (call.q, call.isbn) {
    case (let words?, nil):
      let words = TextRules.trimmed(words)
      let violations = TextRules.violations(ofText: words, "q")
      guard violations.isEmpty else { throw Fault(Rejection(violations)) }
      return .words(words)
    case (nil, let text?):
      guard let digits = ISBN(text)?.digits else {
        throw Fault.invalid("isbn", "must be an ISBN with 10 or 13 digits and a correct check digit")
      }
      return .isbn(digits)
    case (nil, nil): throw Fault.invalid("q", "is required unless isbn is given")
    default: throw Fault.invalid("isbn", "must not be combined with q")
    }
  }

  private func search(_ words: String) async throws(Fault) -> [SessionAPI.BookCandidate] {
    let reply = try await webhooks.fetch(OpenLibrary.search(words))
    guard reply.failure == nil, reply.status == 200, let found = OpenLibrary.candidates(reply.body) else {
      throw Self.noCatalogue
    }
    return found
  }

  /// An unknown number has no candidates.
  private func edition(_ digits: String) async throws(Fault) -> [SessionAPI.BookCandidate] {
    let reply = try await webhooks.fetch(OpenLibrary.edition(isbn: digits))
    guard reply.failure == nil else { throw Self.noCatalogue }
    if reply.status == 404 { return [] }
    guard reply.status == 200, let edition = OpenLibrary.edition(reply.body) else { throw Self.noCatalogue }
    var candidate = edition.candidate
    for id in edition.authors {
      let author = try await webhooks.fetch(OpenLibrary.author(id))
      // A book without the name of an author is better than none.
      if author.status == 200, let name = OpenLibrary.authorName(author.body) { candidate.authors.append(name) }
    }
    return [candidate]
  }

  static let lookupIsOff = Fault(
    .unavailable, "the look-up of books is switched off (WAYMARK_LOOKUP, WAYMARK_OUTGOING)")
  private static let noCatalogue = Fault(.unavailable, "Open Library is unavailable, or its response is not usable")
}
