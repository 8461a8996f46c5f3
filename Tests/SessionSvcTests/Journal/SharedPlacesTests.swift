import API
import Proto
import SeededRandom
import Service
import Testing

@testable import SessionSvc

/// The writer's thread may end during a test, so these tests look at the memory and not at its life.
@Suite("Users' heads in shared memory")
struct SharedPlacesTests {
  private let writer: SharedHeadsWriter
  private let reader: SharedHeadsReader

  init() throws {
    writer = try #require(SharedHeadsWriter())
    reader = try #require(SharedHeadsReader(path: writer.path, identity: writer.identity))
  }

  private func head(_ seq: Int64) -> SessionAPI.Head { SessionAPI.Head(seq: seq, checksum: seq * 3) }

  private func seen(_ number: Int) -> SessionAPI.Head? {
    SharedHeads.Place(number: number).flatMap { reader.head(at: $0) }.map {
      SessionAPI.Head(seq: $0.seq, checksum: $0.checksum)
    }
  }

  @Test("A place has the head from the moment it is given, and each later one")
  func published() throws {
    let heads = Heads(shared: writer)
    #expect(heads.places(of: ["ada"]) == [-1])
    heads.publish(head(1), of: "ada")
    let place = try #require(heads.places(of: ["ada", "eve"]).first)
    #expect(seen(place) == head(1))
    heads.publish(head(2), of: "ada")
    #expect(seen(place) == head(2))
    heads.update([("ada", head(3))])
    #expect(seen(place) == head(3))
    #expect(heads.places(of: ["eve", "ada"]) == [-1, place])
  }

  @Test("A deleted user's place is empty, and the next owner of the slot has another number")
  func removed() throws {
    let heads = Heads(shared: writer)
    heads.publish(head(1), of: "ada")
    let place = heads.places(of: ["ada"])[0]
    heads.discard("ada", events: 1)
    #expect(seen(place) == nil)
    heads.publish(head(7), of: "eve")
    let other = heads.places(of: ["eve"])[0]
    #expect(other != place && seen(other) == head(7) && seen(place) == nil)
  }

  @Test("Users who leave the memory leave their places, and a place is always its user's newest head")
  func random() {
    for seed in UInt64(1)...20 {
      var dice = SplitMix(seed: seed)
      let heads = Heads(capacity: 16, shared: writer)
      var newest: [String: Int64] = [:]
      var known: [String: Int] = [:]
      for _ in 0..<3_000 {
        let user = "user\(Int.random(in: 0..<40, using: &dice))"
        switch Int.random(in: 0..<10, using: &dice) {
        case 0:
          heads.discard(user, events: 0)
          newest[user] = nil
        case 1...5:
          newest[user, default: 0] += 1
          heads.publish(head(newest[user] ?? 0), of: user)
        case 6, 7: _ = heads.head(of: user)
        default: known[user] = heads.places(of: [user])[0]
        }
        for (user, place) in known {
          // An old place is either empty or still the user's.
          if let seen = seen(place) { #expect(seen.seq == newest[user], "\(user), seed \(seed)") }
        }
      }
      let all = (0..<40).map { heads.places(of: ["user\($0)"])[0] }.filter { $0 >= 0 }
      #expect(Set(all.map { $0 % SharedHeads.slots }).count == all.count, "seed \(seed)")
    }
  }

  private func appended(after seq: Int64, _ count: Int64 = 1) -> AppendedEvents {
    var appended = AppendedEvents(after: head(seq))
    for next in seq + 1...seq + count { appended.append([UInt8(next), 1], checksum: next * 3) }
    return appended
  }

  @Test("The events of a user with a place are shared with the head, and those of others are not")
  func events() throws {
    let heads = Heads(shared: writer)
    heads.publish(head(3), of: "ada", appended: appended(after: 2))
    let place = try #require(SharedHeads.Place(number: heads.places(of: ["ada"])[0]))
    func shared(_ first: Int64, _ last: Int64) -> [SharedHeads.Events]? {
      reader.events(
        at: place, from: CallMeta.Head(seq: first, checksum: first * 3),
        to: CallMeta.Head(seq: last, checksum: last * 3))
    }
    #expect(shared(2, 3) == nil)
    heads.publish(head(4), of: "ada", appended: appended(after: 3))
    heads.publish(head(9), of: "eve", appended: appended(after: 8))
    heads.publish(head(6), of: "ada", appended: appended(after: 4, 2))
    #expect(shared(3, 4)?.map(\.bytes) == [[4, 1]])
    #expect(shared(3, 6)?.map(\.bytes) == [[4, 1], [5, 1, 6, 1]])
    #expect(shared(4, 6)?.map(\.count) == [2])
    heads.publish(head(7), of: "ada")
    #expect(shared(6, 7) == nil && shared(3, 7) == nil)
    heads.discard("ada", events: 0)
    #expect(shared(3, 4) == nil)
  }
}
