import API
import Crypto
import Domain
import Proto

extension ViewHost {
  /// Erases the states of deleted accounts as soon as their facts have been deleted. Each call waits for deletions and
  /// confirms those of the previous call.
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

  /// Invalidates reads and writes of these users that run at the same time, so that nothing is restored. Only the mark
  /// identifies the deleted account; a new account with the same name is just folded again.
  func erase(_ erasures: [SessionAPI.Erasure]) async throws {
    let isErased = { @Sendable (user: String) in
      erasures.contains { ErasureMark.digest(of: user, $0.id) == $0.digest }
    }
    snapshots.beginRemoval()
    for user in active.value.byName.keys.filter(isErased) {
      guard let entry = active.value.find(user) else { continue }
      if entry.isSaving { await withCheckedContinuation { entry.waitForSave($0) } }
      active.value.remove(entry)
    }
    active.value.count(onDisk: -(try await snapshots.erase(isErased)))
  }
}
