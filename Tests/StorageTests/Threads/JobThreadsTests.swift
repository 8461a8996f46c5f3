import Glibc
import Storage
import Synchronization
import Testing

@Suite("Job threads")
struct JobThreadsTests {
  /// Jobs wait here until the gate is open.
  private final class Gate: Sendable {
    private let isOpen = Mutex(false)
    let started = Mutex<[Int]>([])

    func open() { isOpen.withLock { $0 = true } }

    func pass(_ number: Int) {
      started.withLock { $0.append(number) }
      while !isOpen.withLock({ $0 }) { sched_yield() }
    }
  }

  @Test("Runs a limited number of jobs at once, the next ones in order, and rejects those beyond the queue")
  func limits() async {
    let (threads, gate) = (JobThreads(threads: 2, waiting: 3), Gate())
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<5 {
        group.addTask {
          await threads.run {
            gate.pass(number)
            return number
          }
        }
        while threads.count <= number { await Task.yield() }
      }
      #expect(await threads.run { 5 } == nil)
      while gate.started.withLock({ $0.count }) < 2 { await Task.yield() }
      gate.open()
      var results: [Int?] = []
      for await result in group { results.append(result) }
      #expect(results.compactMap { $0 }.sorted() == [0, 1, 2, 3, 4])
    }
    let started = gate.started.withLock { $0 }
    #expect(Set(started.prefix(2)) == [0, 1] && Set(started) == [0, 1, 2, 3, 4])
    while threads.count > 0 { await Task.yield() }
    #expect(await threads.run { 6 } == 6)
  }
}
