import API
import Crypto
import Domain
import Proto

extension ViewHost {
  /// Erases the states of deleted accounts as soon as their facts are gone, from now on. One call waits for them, and
  /// what was erased is confirmed by the next.
  public func followErasures(as view: String) {
    Task(executorPreference: loop) { [self] in
      var erased: [[UInt8]] = []
      while true {
        do {
          let call = SessionAPI.WaitForErasures(view: view, erased: erased)
          let meta = CallMeta(deadline: ViewLimits.erasureWaitMilliseconds)
          let erasures = try await journal.call(call, meta: meta).erasures
          erased = []
          try await erase(erasures)
          erased = erasures.map(\.id)
        } catch {
          try? await Task.sleep(for: .milliseconds(ViewLimits.erasurePauseMilliseconds))
        }
      }
    }
  }

  /// What is read or written of a user while this runs is void, so that nothing of it comes back. Whose account it was
  /// is known by the mark alone: a new account of the same name is folded again, no more.
  func erase(_ erasures: [SessionAPI.Erasure]) async throws {
    let isErased = { @Sendable (user: String) in
      erasures.contains { ErasureMark.digest(of: user, $0.id) == $0.digest }
    }
    snapshots.beginRemoval()
    for user in hot.value.byName.keys.filter(isErased) {
      guard let entry = hot.value.find(user) else { continue }
      if entry.isSaving { await withCheckedContinuation { entry.waitForSave($0) } }
      hot.value.remove(entry)
    }
    hot.value.count(onDisk: -(try await snapshots.erase(isErased)))
  }
}
