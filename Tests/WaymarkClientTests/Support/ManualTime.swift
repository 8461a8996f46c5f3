import Foundation
import Synchronization
import WaymarkClient

/// Clocks that a test moves. Sleepers wake when the time has come, or at once if the time is told to fly.
final class ManualTime: Sendable {
  private struct State {
    var now: Date
    var elapsed: Duration = .zero
    var flies = false
    var slept: [Duration] = []
    var tickets = 0
    var sleepers: [Int: (due: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  /// - Parameter flies: a sleep takes no time, and moves the clocks on.
  init(_ now: Date = instant("2026-11-20T10:00:00Z"), flies: Bool = false) {
    state = Mutex(State(now: now, flies: flies))
  }

  var now: Date { state.withLock { $0.now } }

  /// All pauses that were asked for.
  var slept: [Duration] { state.withLock { $0.slept } }

  var source: TimeSource {
    TimeSource(
      now: { self.now },
      elapsed: { self.state.withLock { $0.elapsed } },
      sleep: { try await self.pause(for: $0) })
  }

  func advance(bySeconds seconds: Double) {
    let woken = state.withLock { state in
      state.now += seconds
      state.elapsed += .seconds(seconds)
      let due = state.sleepers.filter { $0.value.due <= state.elapsed }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.due < $1.due }.map(\.continuation)
    }
    for sleeper in woken { sleeper.resume() }
  }

  /// The wall clock is set.
  func setWallClock(_ now: Date) {
    state.withLock { $0.now = now }
  }

  /// Returns once so many sleep at the same time.
  func untilSleeping(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  private func pause(for duration: Duration) async throws {
    let ticket = state.withLock { state in
      state.slept.append(duration)
      state.tickets += 1
      if state.flies {
        state.now += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        state.elapsed += duration
      }
      return state.flies || duration <= .zero ? nil : state.tickets
    }
    guard let ticket else { return try Task.checkCancellation() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // One that was ended before it slept never counts as asleep.
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        let watchers = state.withLock { state in
          state.sleepers[ticket] = (state.elapsed + duration, continuation)
          let ready = state.watchers.filter { $0.count <= state.sleepers.count }
          state.watchers.removeAll { $0.count <= state.sleepers.count }
          return ready
        }
        for watcher in watchers { watcher.continuation.resume() }
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func cancel(_ ticket: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: ticket) }?.continuation.resume(throwing: CancellationError())
  }
}
