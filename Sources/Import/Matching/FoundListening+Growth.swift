import Chronology
import Domain

/// Compares a listening session of a file with the one from an earlier import.
extension FoundListening {
  /// Whether the file adds listening time or the completion of the story, and removes nothing.
  func isGrowth(of known: ListeningSession, story: Story) -> Bool {
    let stored = min(duration, ListeningRules.capFactor * story.estimatedDuration)
    guard stored >= known.duration, completed || !known.completed else { return false }
    return stored > known.duration || (completed && !known.completed)
  }

  /// Returns the known session with the additions. Its end never moves back.
  func extending(_ known: ListeningSession) -> ListeningReport {
    ListeningReport(
      storyId: known.storyId, startedAt: startedAt, endedAt: max(endedAt, known.endedAt), completed: completed,
      duration: duration)
  }
}

extension ListeningChanged {
  /// Whether a user made this change. Imports only add listening time.
  var isCorrection: Bool {
    if new.endedAt < old.endedAt || (old.completed && !new.completed) { return true }
    let (before, after) = (old.given ?? old.duration, new.given ?? new.duration)
    return after < before || (after == before && new.completed == old.completed)
  }
}

extension ListeningReport {
  /// The session before its duration is capped.
  var stored: ListeningSession? {
    guard let startedAt, let endedAt else { return nil }
    return ListeningSession(
      storyId: storyId, startedAt: startedAt, endedAt: endedAt, completed: completed,
      duration: duration ?? Double(endedAt - startedAt))
  }
}
