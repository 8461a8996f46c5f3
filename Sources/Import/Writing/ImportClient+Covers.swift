import API
import Domain
import Proto

/// A work or a story.
struct CoveredObject: Hashable {
  var kind: CoverKind
  var id: String

  init(_ kind: CoverKind, _ id: String) {
    self.kind = kind
    self.id = id
  }
}

extension ImportClient {
  func objectsWithoutCover() async throws -> Set<CoveredObject> {
    var found: Set<CoveredObject> = []
    try await forEachPage({ SessionAPI.ListWorks(limit: ImportLimits.pageItems, cursor: $0) }) { works in
      for work in works where !work.hasCover { found.insert(CoveredObject(.work, work.id)) }
    }
    try await forEachPage({ SessionAPI.ListStories(limit: ImportLimits.pageItems, cursor: $0) }) { stories in
      for story in stories where !story.hasCover { found.insert(CoveredObject(.story, story.id)) }
    }
    return found
  }

  /// A cover beyond the user's limits, or of an object that was just deleted, is skipped.
  func store(_ cover: AccountCovers.Cover) async throws(Fault) {
    do throws(Fault) {
      switch cover.kind {
      case .work: _ = try await call(SessionAPI.SaveWorkCover(id: cover.id, image: cover.image))
      case .story: _ = try await call(SessionAPI.SaveStoryCover(id: cover.id, image: cover.image))
      }
    } catch  where error.code == .conflict || error.code == .notFound {
      return
    }
  }
}
