import API
import Domain
import Foundation
import Proto
import Testing

@testable import SessionSvc

@Suite("ISBN and series of a work")
struct WorkSeriesTests {
  private func call(_ members: String) throws -> SessionAPI.SaveWork {
    try JSONDecoder().decode(SessionAPI.SaveWork.self, from: Data("{\"id\": \"w\", \"title\": \"T\"\(members)}".utf8))
  }

  @Test("Stores both; omitted members stay, and null clears them")
  func stored() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let whole = #", "isbn": "0-385-47454-7", "series": {"name": "Earthsea", "position": 2.5}"#
    let made = try await rig.handlers.saveWork(try call(whole), ada).value
    #expect(made.isbn == "9780385474542" && made.identifiers.isbn == ["9780385474542"])
    #expect(made.series == BookSeries(name: "Earthsea", position: 2.5))
    let kept = try await rig.handlers.saveWork(try call(#", "pageCount": 10"#), ada).value
    #expect(kept.isbn == made.isbn && kept.series == made.series && kept.pageCount == 10)
    #expect(try await rig.handlers.fetchWork(.init(id: "w"), ada).series == made.series)
    let named = try await rig.handlers.saveWork(try call(#", "series": {"name": "Other"}"#), ada).value
    #expect(named.series == BookSeries(name: "Other"))
    let cleared = try await rig.handlers.saveWork(try call(#", "isbn": null, "series": null"#), ada).value
    #expect(cleared.isbn == nil && cleared.series == nil && cleared.identifiers.isEmpty)
  }

  @Test("An ISBN is placed before those of the identifiers")
  func both() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let members = #", "isbn": "9780385474542", "identifiers": {"isbn": ["9780141439587", "9780385474542"]}"#
    let made = try await rig.handlers.saveWork(try call(members), ada).value
    #expect(made.isbn == "9780385474542" && made.identifiers.isbn == ["9780385474542", "9780141439587"])
  }

  @Test("422 names the member that is not valid")
  func rejected() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    for (members, field) in [
      (#", "isbn": "9780385474543""#, "isbn"), (#", "isbn": """#, "isbn"),
      (#", "series": {"name": ""}"#, "series.name"),
      (#", "series": {"name": "E", "position": -1}"#, "series.position"),
    ] {
      let call = try call(members)
      let found = await fault { _ = try await rig.handlers.saveWork(call, ada) }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == [field], "\(members)")
    }
  }
}
