import API
import Domain
import Foundation
import Proto
import Testing

@testable import SessionSvc

@Suite("Stored tags of works")
struct WorkTagsTests {
  private func call(_ members: String) throws -> SessionAPI.SaveWork {
    try JSONDecoder().decode(SessionAPI.SaveWork.self, from: Data("{\"id\": \"w\", \"title\": \"T\"\(members)}".utf8))
  }

  @Test("Stores tags; omitted ones stay, and null or an empty list clears them")
  func stored() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let plain = try await rig.handlers.saveWork(try call(""), ada).value
    #expect(plain.tags == [])
    let made = try await rig.handlers.saveWork(try call(#", "tags": [" Sea ", "club", "SEA"]"#), ada).value
    #expect(made.tags == ["Sea", "club"])
    let kept = try await rig.handlers.saveWork(try call(#", "pageCount": 10"#), ada).value
    #expect(kept.tags == made.tags && kept.pageCount == 10)
    #expect(try await rig.handlers.fetchWork(.init(id: "w"), ada).tags == made.tags)
    for empty in ["null", "[]"] {
      _ = try await rig.handlers.saveWork(try call(#", "tags": ["x"]"#), ada)
      #expect(try await rig.handlers.saveWork(try call(", \"tags\": \(empty)"), ada).value.tags == [])
    }
  }

  @Test("An entry has the tags of its work")
  func entry() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(try call(#", "tags": ["Sea"]"#), ada)
    let saved = try await rig.handlers.saveEntry(.init(workId: "w", status: .reading), ada).value
    #expect(saved.tags == ["Sea"])
    _ = try await rig.handlers.saveWork(try call(#", "tags": ["Land"]"#), ada)
    #expect(try await rig.handlers.fetchEntry(.init(workId: "w"), ada).tags == ["Land"])
  }

  @Test("422 names the tag that is not valid")
  func rejected() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let call = try call(#", "tags": ["a", " "]"#)
    let found = await fault { _ = try await rig.handlers.saveWork(call, ada) }
    #expect(found?.code == .invalid && found?.fields?.map(\.field) == ["tags[1]"])
  }
}
