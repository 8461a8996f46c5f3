import Synchronization

@testable import WaymarkClient

/// Holds requests until a test opens it, and lets the test wait for their arrival.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrived = 0
    var tickets = 0
    var held: [Int: CheckedContinuation<Bool, Never>] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func pass() async throws(TransportFailure) {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    let passed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOpen, ready) = state.withLock { state in
          state.arrived += 1
          if !state.isOpen { state.held[ticket] = continuation }
          let ready = state.watchers.filter { $0.count <= state.arrived }
          state.watchers.removeAll { $0.count <= state.arrived }
          return (state.isOpen, ready)
        }
        if isOpen { continuation.resume(returning: true) }
        for watcher in ready { watcher.continuation.resume() }
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
    if !passed { throw .cancelled }
  }

  var isOpened: Bool { state.withLock { $0.isOpen } }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return state.held.values
    }
    for continuation in held { continuation.resume(returning: true) }
  }

  func untilArrived(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.arrived >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private func cancel(_ ticket: Int) {
    state.withLock { $0.held.removeValue(forKey: ticket) }?.resume(returning: false)
  }
}
