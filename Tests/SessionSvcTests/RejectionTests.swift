import API
import Chronology
import Domain
import Foundation
import Proto
import Storage
import Synchronization
import Testing

@testable import SessionSvc

@Suite("Rejections and failed commits", .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles))
struct RejectionTests {
  @Test("If the commit of two deletions fails, neither is rejected and the story remains")
  func deletions() async throws {
    let (rig, writer) = try await broken()
    async let first = fault { _ = try await rig.handlers.deleteStory(.init(id: "moon"), CallerContext(user: "ada")) }
    async let second = fault { _ = try await rig.handlers.deleteStory(.init(id: "moon"), CallerContext(user: "ada")) }
    await writer.fail(once: 2)
    #expect(await [first, second].map { $0?.code } == [.unavailable, .unavailable])
    #expect(try await rig.handlers.fetchStory(.init(id: "moon"), CallerContext(user: "ada")).id == "moon")
    #expect(
      await fault { _ = try await rig.handlers.deleteStory(.init(id: "moon"), CallerContext(user: "ada")) } == nil)
  }

  @Test("An uncommitted timer or key rejects no other call")
  func timersAndKeys() async throws {
    let (rig, writer) = try await broken()
    let keyed = CallerContext(user: "ada", key: "k", digest: [1])
    let start = SessionAPI.StartTimer(workId: "dune")
    async let first = fault { _ = try await rig.handlers.startTimer(start, CallerContext(user: "ada")) }
    async let second = fault { _ = try await rig.handlers.startTimer(start, keyed) }
    async let other = fault {
      _ = try await rig.handlers.startTimer(start, CallerContext(user: "ada", key: "k", digest: [2]))
    }
    await writer.fail(once: 3)
    #expect(await [first, second, other].map { $0?.code } == [.unavailable, .unavailable, .unavailable])
    #expect(try await rig.handlers.fetchTimer(.init(), CallerContext(user: "ada")).active == nil)
    let started = try await rig.handlers.startTimer(start, keyed)
    #expect(started.created && !started.replayed)
    #expect(try await rig.handlers.startTimer(start, keyed).replayed)
  }

  /// A rig whose next commit can be made to fail.
  private func broken() async throws -> (SessionRig, BrokenWriter) {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "dune", status: .reading), ada)
    return (rig, try await BrokenWriter(rig.database))
  }
}

/// Holds the writer until commands are queued and makes their commit fail.
private final class BrokenWriter: Sendable {
  private let database: Database
  private let mayGoOn = DispatchSemaphore(value: 0)

  init(_ database: Database) async throws {
    self.database = database
    try await database.write { transaction in
      // The pragma has no effect inside a transaction.
      try transaction.run("COMMIT")
      try transaction.run("PRAGMA foreign_keys = ON")
      try transaction.run("CREATE TABLE parents (n BIGINT PRIMARY KEY)")
      try transaction.run("CREATE TABLE children (n BIGINT REFERENCES parents (n) DEFERRABLE INITIALLY DEFERRED)")
      try transaction.run("BEGIN IMMEDIATE")
      try transaction.run("SAVEPOINT command")
    }
    let mayGoOn = mayGoOn
    await withCheckedContinuation { isHeld in
      database.write { _ in
        isHeld.resume()
        mayGoOn.wait()
      } completion: { _ in
      }
    }
  }

  func fail(once count: Int) async {
    let database = database
    while database.queuedCommands < count { await Task.yield() }
    database.write {
      try $0.run("INSERT INTO children (n) VALUES (7)")
    } completion: { _ in
    }
    mayGoOn.signal()
  }
}
