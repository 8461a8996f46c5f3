import Foundation
import Synchronization
import WaymarkClient

/// Clocks that a test controls. Sleeping tasks wake when the time has come, or at once with `advancesOnSleep`.
final class ManualTime: Sendable {
  private struct State {
    var now: Date
    var elapsed: Duration = .zero
    var advancesOnSleep = false
    var slept: [Duration] = []
    var tickets = 0
    var sleepers: [Int: (due: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  /// - Parameter advancesOnSleep: whether a sleep returns at once and advances the clocks.
  init(_ now: Date = instant("2026-11-20T10:00:00Z"), advancesOnSleep: Bool = false) {
    state = Mutex(State(now: now, advancesOnSleep: advancesOnSleep))
  }

  var now: Date { state.withLock { $0.now } }

  /// The durations of all sleeps.
  var slept: [Duration] { state.withLock { $0.slept } }

  var source: TimeSource {
    TimeSource(
      now: { self.now },
      elapsed: { self.state.withLock { $0.elapsed } },
      sleep: { try await self.pause(for: $0) })
  }

  func advance(bySeconds seconds: Double) {
    let wokenSleepers = state.withLock { state in
      state.now += seconds
      state.elapsed += .seconds(seconds)
      let due = state.sleepers.filter { $0.value.due <= state.elapsed }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.due < $1.due }.map(\.continuation)
    }
    for sleeper in wokenSleepers { sleeper.resume() }
  }

  /// Sets only the wall clock.
  func setWallClock(_ now: Date) {
    state.withLock { $0.now = now }
  }

  /// Returns when `count` tasks sleep at the same time.
  func untilSleeping(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private func pause(for duration: Duration) async throws {
    let ticket = state.withLock { state in
      state.slept.append(duration)
      state.tickets += 1
      if state.advancesOnSleep {
        state.now += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        state.elapsed += duration
      }
      return state.advancesOnSleep || duration <= .zero ? nil : state.tickets
    }
    guard let ticket else { return try Task.checkCancellation() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // A task that was cancelled before it slept never counts as sleeping.
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
