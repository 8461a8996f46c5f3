import Testing

@testable import Service

@Suite("Places of edges")
struct EdgePlaceTests {
  private func settings(
    _ flags: [String: String] = [:], _ variables: [String: String] = [:]
  ) throws(SettingsError) -> Settings {
    try Settings(flags: flags) { variables[$0] }
  }

  private func place(_ text: String?) throws(SettingsError) -> EdgePlace {
    var settings = Settings()
    try settings.readEdgePlace { $0 == EdgePlace.variable ? text : nil }
    return settings.edgePlace
  }

  @Test("A place that was passed is read back, and names the process")
  func text() throws {
    for count in [1, 2, 5, EdgePlace.most] {
      let places = EdgePlace.all(count)
      #expect(places.count == count && places.map(\.number) == Array(1...count))
      #expect(places.filter(\.isFirst) == [places[0]])
      #expect(Set(places.flatMap { [$0.name, $0.callsName] }).count == 2 * count)
      for place in places { #expect(try self.place(place.text) == place) }
    }
    #expect(EdgePlace.only.name == "edge" && EdgePlace.all(3).map(\.name) == ["edge", "edge-2", "edge-3"])
    #expect(try place(nil) == .only)
  }

  @Test("Rejects malformed places", arguments: ["0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "1/65", "-1/2", " "])
  func malformed(text: String) {
    #expect(throws: SettingsError("WAYMARK_EDGE_PLACE: '\(text)' is not a place such as 2/4; 'up' sets it")) {
      try place(text)
    }
  }

  @Test(
    "Usually there is one edge per four processors, at least one, within the memory and the limit",
    arguments: [
      (0, 128, 1), (1, 128, 1), (4, 128, 1), (7, 128, 1), (8, 128, 2), (16, 128, 4), (64, 128, 16), (128, 128, 16),
      (128, 1_024, 32), (1_024, 65_536, 64), (64, 8, 1), (64, 30, 3),
    ])
  func usualCount(processors: Int, mebibytes: Int, expected: Int) {
    #expect(EdgePlace.usualCount(processors: processors, bufferBytes: mebibytes << 20) == expected)
  }

  @Test("The parts of a limit are together at most the limit, unless it is smaller than the number of edges")
  func parts() {
    for limit in [1, 2, 4, 60, 6_000] {
      for count in 1...8 {
        let sum = EdgePlace.all(count).reduce(0) { $0 + $1.part(of: limit) }
        #expect(sum <= max(limit, count) && sum > limit - count)
      }
    }
  }

  @Test("The flag overrides the variable, and the number of edges has bounds")
  func number() throws {
    #expect(try settings().edges == nil)
    #expect(try settings([:], ["WAYMARK_EDGES": "3"]).edgePlaces == EdgePlace.all(3))
    #expect(try settings(["edges": "2"], ["WAYMARK_EDGES": "3"]).edges == 2)
    #expect(try settings(["edges": ""], ["WAYMARK_EDGES": "3"]).edges == 3)
    #expect(try settings(["edges": "64"], ["WAYMARK_EDGE_BUFFER_MB": "512"]).edges == 64)
    for text in ["0", "-1", "65", "two", "1.5", " 2"] {
      #expect(throws: SettingsError("--edges: '\(text)' is not a number from 1 to 64")) {
        try settings(["edges": text])
      }
      #expect(throws: SettingsError("WAYMARK_EDGES: '\(text)' is not a number from 1 to 64")) {
        try settings([:], ["WAYMARK_EDGES": text])
      }
    }
    #expect(throws: SettingsError("--edges: 17 edges need WAYMARK_EDGE_BUFFER_MB=136 or more")) {
      try settings(["edges": "17"])
    }
  }
}
