import API
import Chronology
import Domain
import Foundation
import Proto
import Testing

@testable import SessionSvc

@Suite("Identifiers of works")
struct WorkIdentifiersTests {
  private var known: WorkIdentifiers {
    var identifiers = WorkIdentifiers()
    identifiers.isbn = ["9780385474542"]
    identifiers.goodreads = "37781"
    return identifiers
  }

  private func call(_ json: String) throws -> SessionAPI.SaveWork {
    try JSONDecoder().decode(SessionAPI.SaveWork.self, from: Data(json.utf8))
  }

  @Test(
    "Omitted identifiers stay, null clears them, and others replace them",
    arguments: [
      (#"{"id": "w", "title": "T"}"#, ["9780385474542"], "37781", nil),
      (#"{"id": "w", "title": "T", "identifiers": {}}"#, ["9780385474542"], "37781", nil),
      (#"{"id": "w", "title": "T", "identifiers": null}"#, [], nil, nil),
      (#"{"id": "w", "title": "T", "identifiers": {"isbn": null, "asin": "B009U9S6FI"}}"#, [], "37781", "B009U9S6FI"),
      (
        #"{"id": "w", "title": "T", "identifiers": {"isbn": ["0-385-47454-7", "9780141439587"], "goodreads": null}}"#,
        ["9780385474542", "9780141439587"], nil, nil
      ),
    ] as [(String, [String], String?, String?)])
  func replaced(json: String, isbn: [String], goodreads: String?, asin: String?) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "T", identifiers: known)), ada)
    let reply = try await rig.handlers.saveWork(try call(json), ada).value.identifiers
    #expect(reply.isbn == isbn && reply.goodreads == goodreads && reply.asin == asin)
    #expect(try await rig.handlers.fetchWork(.init(id: "w"), ada).identifiers == reply)
  }

  @Test("Saving the same identifiers in another form appends no event")
  func unchanged() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "w", title: "T", identifiers: known)), ada)
    let before = try await rig.handlers.fetchHeads(.init(users: ["ada"]), ada).heads.map(\.seq)
    let same = try call(#"{"id": "w", "title": "T", "identifiers": {"isbn": ["0385474547", "9780385474542"]}}"#)
    #expect(try await rig.handlers.saveWork(same, ada).value.identifiers == known)
    #expect(try await rig.handlers.fetchHeads(.init(users: ["ada"]), ada).heads.map(\.seq) == before)
  }

  @Test("Rejects wrong ISBNs, long lists and long texts, and names each")
  func rejected() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    func fields(_ identifiers: String) async throws -> [String] {
      let save = try call(#"{"id": "w", "title": "T", "identifiers": \#(identifiers)}"#)
      do throws(Fault) {
        _ = try await rig.handlers.saveWork(save, ada)
        return []
      } catch {
        return (error.fields ?? []).map(\.field)
      }
    }
    let long = String(repeating: "x", count: 129)
    #expect(
      try await fields(#"{"isbn": ["9780385474542", "9780385474543", "x"], "goodreads": "", "asin": "\#(long)"}"#)
        == ["identifiers.isbn[1]", "identifiers.isbn[2]", "identifiers.goodreads", "identifiers.asin"])
    let same = [String](repeating: "\"9780385474542\"", count: 51).joined(separator: ",")
    #expect(try await fields(#"{"isbn": [\#(same)]}"#) == ["identifiers.isbn"])
    #expect(try await fields(#"{"isbn": ["9780385474542"], "asin": "\#(long.dropLast())"}"#) == [])
  }

  @Test("A response and the exports contain identifiers, also of a work without any")
  func exported() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    var all = known
    all.isbn.append("9780141439587")
    _ = try await rig.handlers.saveWork(.init(Work(id: "a", title: "A", identifiers: all)), ada)
    _ = try await rig.handlers.saveWork(.init(Work(id: "b", title: "B")), ada)
    let none: NSDictionary = [
      "isbn": [], "goodreads": NSNull(), "storygraph": NSNull(), "librarything": NSNull(), "hardcover": NSNull(),
      "openlibrary": NSNull(), "asin": NSNull(),
    ]
    let some: NSDictionary = [
      "isbn": ["9780385474542", "9780141439587"], "goodreads": "37781", "storygraph": NSNull(),
      "librarything": NSNull(), "hardcover": NSNull(), "openlibrary": NSNull(), "asin": NSNull(),
    ]
    let json = try await rig.handlers.readExport(.init(kind: .works, format: .json), ada).bytes
    let works = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
    #expect(works.map { $0["identifiers"] as? NSDictionary } == [some, none])
    let csv = try await rig.handlers.readExport(.init(kind: .works, format: .csv), ada).bytes
    let lines = String(decoding: csv, as: UTF8.self).split(separator: "\r\n")
    let columns = "isbn,goodreads,storygraph,librarything,hardcover,openlibrary,asin,series,seriesPosition,tags"
    #expect(lines[0].hasSuffix(",\(columns)"))
    #expect(lines[1].hasSuffix(",9780385474542; 9780141439587,37781,,,,,,,,") && lines[2].hasSuffix(",,,,,,,,,,"))
    let account = try await rig.handlers.readAccount(.init(), ada).bytes
    let document = try #require(try JSONSerialization.jsonObject(with: Data(account)) as? [String: Any])
    let listed = try #require(document["works"] as? [[String: Any]])
    #expect(listed.map { $0["identifiers"] as? NSDictionary } == [some, none])
  }
}
