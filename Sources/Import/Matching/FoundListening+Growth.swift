import Chronology
import Domain

/// A listening session as an earlier import may have left it, against the same one of a file.
extension FoundListening {
  /// Whether the file knows of more listening, or of the end of the story, and of nothing that it would take away.
  func isGrowth(of known: ListeningSession, story: Story) -> Bool {
    let stored = min(duration, ListeningRules.capFactor * story.estimatedDuration)
    guard stored >= known.duration, completed || !known.completed else { return false }
    return stored > known.duration || (completed && !known.completed)
  }

  /// The known session with what has been added. Its end is never taken back: listening more moves no end.
  func extending(_ known: ListeningSession) -> ListeningReport {
    ListeningReport(
      storyId: known.storyId, startedAt: startedAt, endedAt: max(endedAt, known.endedAt), completed: completed,
      duration: duration)
  }
}

extension ListeningChanged {
  /// Whether no import made this change: those only add listening.
  var isCorrection: Bool {
    if new.endedAt < old.endedAt || (old.completed && !new.completed) { return true }
    let (before, after) = (old.given ?? old.duration, new.given ?? new.duration)
    return after < before || (after == before && new.completed == old.completed)
  }
}

extension ListeningReport {
  /// As a session, before any cap.
  var stored: ListeningSession? {
    guard let startedAt, let endedAt else { return nil }
    return ListeningSession(
      storyId: storyId, startedAt: startedAt, endedAt: endedAt, completed: completed,
      duration: duration ?? Double(endedAt - startedAt))
  }
}
