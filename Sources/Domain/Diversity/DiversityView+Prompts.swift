public import Chronology

/// A prompt and its state, found by id.
public struct FoundPrompt: Hashable, Sendable {
  public enum State: Hashable, Sendable { case open, answered, skipped }

  public var workId: String
  public var startedAt: Instant
  public var dimension: DiversityDimension
  public var state: State
}

extension DiversityView {
  /// Returns nil if there is no such prompt, or if its work or session has been removed.
  public func prompt(_ id: SessionIdentifier) -> FoundPrompt? {
    for row in log.rows(startedAt: id.startedAt.seconds) {
      let workId = works.id(row.work)
      guard SessionIdentifier(workId: workId, startedAt: id.startedAt) == id else { continue }
      let state: FoundPrompt.State
      switch row.prompt {
      case .none: continue
      case .open: state = .open
      case .answered: state = .answered
      case .skipped: state = .skipped
      }
      return FoundPrompt(workId: workId, startedAt: id.startedAt, dimension: row.dimension, state: state)
    }
    return nil
  }

  /// Returns the open prompts after the one with this id, those of the newest sessions first.
  public func prompts(after id: SessionIdentifier?, limit: Int) -> (items: [DiversityPrompt], hasMore: Bool) {
    let end = id.map(place) ?? openPrompts.count
    let start = max(0, end - limit)
    let items = openPrompts.keys[start..<end].reversed().compactMap { key -> DiversityPrompt? in
      guard let row = log.row(key.startedAt, key.work) else { return nil }
      let workId = works.id(key.work)
      let id = SessionIdentifier(workId: workId, startedAt: Instant(seconds: key.startedAt))
      return DiversityPrompt(sessionId: id.text, workId: workId, dimension: row.dimension)
    }
    return (items, start > 0)
  }

  /// Returns where the page ends. The prompt may have been answered since, but its work keeps its number.
  private func place(of id: SessionIdentifier) -> Int {
    let start = id.startedAt.seconds
    let row = log.rows(startedAt: start).first {
      SessionIdentifier(workId: works.id($0.work), startedAt: id.startedAt) == id
    }
    return openPrompts.place(of: OpenPrompts.Key(startedAt: start, work: row?.work ?? 0))
  }
}
