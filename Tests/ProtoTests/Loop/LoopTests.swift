import Glibc
import SeededRandom
import Synchronization
import Testing

@testable import Loop

@Suite struct LoopTests {
  @Test("Work from other threads runs on the loop, in order")
  func execute() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let seen = LoopLocal(loop, [Int]())
    for number in 0..<1000 { loop.execute { seen.value.append(number) } }
    let all = await withCheckedContinuation { continuation in
      loop.execute { continuation.resume(returning: seen.value) }
    }
    #expect(all == Array(0..<1000))
  }

  @Test("A task that prefers the loop runs only on it")
  func executor() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let task = Task(executorPreference: loop) {
      var stayed = loop.isCurrent
      for _ in 0..<100 {
        await Task.yield()
        stayed = stayed && loop.isCurrent
      }
      return stayed
    }
    #expect(await task.value)
    #expect(!loop.isCurrent)
  }

  @Test("No work from other threads is lost")
  func handOver() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let count = LoopLocal(loop, 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            await withCheckedContinuation { continuation in
              loop.execute {
                count.value += 1
                continuation.resume()
              }
            }
          }
        }
      }
    }
    let total = await withCheckedContinuation { continuation in
      loop.execute { continuation.resume(returning: count.value) }
    }
    #expect(total == 4000)
  }

  @Test("Timers fire in the order of their times, and cancelled timers do not fire")
  func timers() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let order = await withCheckedContinuation { continuation in
      loop.execute {
        let fired = LoopLocal(onLoop: loop, [Int]())
        // Relative to one moment, however slow the scheduling is.
        let begun = loop.now
        func schedule(_ delay: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
          loop.schedule(atNanoseconds: begun + delay * 1_000_000, work)
        }
        for delay in [3, 1, 2] { _ = schedule(UInt64(delay)) { fired.value.append(delay) } }
        schedule(2) { fired.value.append(99) }.cancel()
        _ = schedule(5) { continuation.resume(returning: fired.value) }
      }
    }
    #expect(order == [1, 2, 3])
  }

  @Test("The heap of timers returns them in sorted order", arguments: [5, 6, 7] as [UInt64])
  func heap(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var heap = TimerHeap()
    var model: [LoopTimer] = []
    for _ in 0..<3000 {
      if Int.random(in: 0..<3, using: &random) > 0 {
        let timer = LoopTimer(due: .random(in: 0..<500, using: &random)) {}
        heap.insert(timer)
        model.append(timer)
      } else if let chosen = model.randomElement(using: &random) {
        chosen.cancel()
        model.removeAll { $0 === chosen }
      }
    }
    var last: UInt64 = 0
    while let timer = heap.popDue(at: .max) {
      #expect(timer.due >= last, "seed \(seed)")
      last = timer.due
      model.removeAll { $0 === timer }
    }
    #expect(model.isEmpty, "seed \(seed)")
  }

  @Test("End-of-turn work runs even if a task never suspends")
  func endOfBusyTurn() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let hasCome = LoopLocal(loop, false)
    let task = Task(executorPreference: loop) {
      loop.atEndOfTurn { hasCome.value = true }
      while !hasCome.value, !Task.isCancelled { await Task.yield() }
      return hasCome.value
    }
    #expect(await task.value)
  }

  @Test("End-of-turn work runs after all other work of the turn")
  func endOfTurn() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let order = await withCheckedContinuation { continuation in
      loop.execute {
        let seen = LoopLocal(onLoop: loop, [String]())
        loop.atEndOfTurn {
          seen.value.append("end")
          continuation.resume(returning: seen.value)
        }
        loop.soon {
          seen.value.append("soon")
          loop.soon { seen.value.append("sooner or later") }
        }
      }
    }
    #expect(order == ["soon", "sooner or later", "end"])
  }
}
