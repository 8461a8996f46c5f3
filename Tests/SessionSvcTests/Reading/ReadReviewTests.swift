import API
import Domain
import Foundation
import Proto
import Testing

@testable import SessionSvc

@Suite("Stored reviews of reads")
struct ReadReviewTests {
  @Test("A review is stored, changed, cleared and exported")
  func stored() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "T")), ada)
    let added = try await rig.handlers.addRead(
      .init(workId: "w", status: .finished, rating: 4, review: " One.\nTwo. "), ada)
    let id = added.value.id
    #expect(added.value.review == "One.\nTwo.")
    #expect(try await rig.handlers.fetchRead(.init(workId: "w", id: id), ada).review == "One.\nTwo.")
    #expect(try await rig.handlers.patchRead(.init(workId: "w", id: id, rating: .set(5)), ada).value.review != nil)
    let csv = try await rig.handlers.readExport(.init(kind: .reads, format: .csv), ada).bytes
    #expect(String(decoding: csv, as: UTF8.self).hasSuffix(",0,\"One.\nTwo.\"\r\n"))
    let json = try await rig.handlers.readExport(.init(kind: .reads, format: .json), ada).bytes
    let reads = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
    #expect(reads.map { $0["review"] as? String } == ["One.\nTwo."])
    let cleared = try await rig.handlers.patchRead(.init(workId: "w", id: id, review: .cleared), ada)
    #expect(cleared.value.review == nil)
  }

  @Test("A longer review is rejected, and so are reviews that are too long together")
  func limits() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "T")), ada)
    let long = String(repeating: "x", count: 10_001)
    let found = await fault {
      _ = try await rig.handlers.addRead(.init(workId: "w", status: .finished, review: long), ada)
    }
    #expect(found?.code == .invalid && found?.fields?.map(\.field) == ["review"])
    let wide = String(repeating: "\u{1F4D6}", count: 10_000)
    for _ in 0..<6 { _ = try await rig.handlers.addRead(.init(workId: "w", status: .finished, review: wide), ada) }
    let full = await fault {
      _ = try await rig.handlers.addRead(.init(workId: "w", status: .finished, review: wide), ada)
    }
    #expect(full?.code == .invalid && full?.fields?.map(\.field) == ["review"])
    let page = try await rig.handlers.listFinishedReads(.init(limit: 4), ada).decoded()
    #expect(page.items.map(\.review) == [String](repeating: wide, count: 4) && page.nextCursor != nil)
  }
}
