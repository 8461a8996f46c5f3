import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: two devices", .timeLimit(.minutes(10)))
  struct ClientChangesTests {
    @Test("A device receives changes of another at once, and as one change after an absence")
    func twoDevices() async throws {
      let stack = try Stack()
      let phone = try App(stack, user: "ada")
      let tablet = try App(stack, user: "ada")
      var changes = tablet.client.changes().makeAsyncIterator()
      let before = try #require(try await changes.next())
      try await phone.client.saveWork(Work(id: "dawn", title: "Dawn"))
      let change = try #require(try await changes.next())
      #expect(change.seq > before.seq && change.areas.contains(.catalogue))
      try await phone.client.saveLibraryEntry("dawn", .init(status: .reading))
      #expect(try await changes.next()?.areas.contains(.library) == true)

      var later = tablet.client.changes(after: before.seq).makeAsyncIterator()
      let missed = try #require(try await later.next())
      #expect(missed.areas.isSuperset(of: [.catalogue, .library]))
    }

    @Test("A timer that one device starts appears on the other automatically")
    @MainActor
    func timer() async throws {
      let stack = try Stack()
      let phone = try App(stack, user: "ada")
      let tablet = try App(stack, user: "ada")
      try await phone.client.saveWork(Work(id: "dawn", title: "Dawn"))
      try await phone.client.saveLibraryEntry("dawn", .init(status: .reading))
      let model = ReadingTimerModel(repository: ReadingRepository(client: tablet.client))
      await model.load()
      #expect(!model.isRunning)
      let following = Task { await model.followChanges() }
      defer { following.cancel() }
      var changes = tablet.client.changes().makeAsyncIterator()
      _ = try await changes.next()
      let started = try await phone.client.startReading("dawn", startPage: 3)
      while try await !#require(changes.next()).areas.contains(.reading) {}
      while !model.isRunning {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(model.running?.sessionId == started.sessionId)
      following.cancel()
      await following.value
    }
  }
}
