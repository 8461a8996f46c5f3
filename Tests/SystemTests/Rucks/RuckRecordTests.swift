import Foundation
import Testing

extension SystemTests {
  @Suite("Rucks: personal records")
  struct RuckRecordTests {
    private static let names = [
      "longestDistance", "fastestPace", "heaviestLoad", "highestCalorieBurn", "mostWeightMoved",
    ]

    private func walker(_ stack: Stack) throws -> Walker { Walker(client: try stack.client(user: "ada")) }

    @Test("There are no records without rucks or for unreported values")
    func none() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      let empty = try walker.read("records")
      for name in Self.names { #expect(empty[name] is NSNull, "\(name)") }
      try walker.walk(3, "06:00", minutes: 9, km: 0.9, kg: 10)
      let records = try walker.read("records")
      #expect(records["fastestPace"] is NSNull && records["highestCalorieBurn"] is NSNull)
      #expect(records.object("longestDistance").text("date") == Listener.day(3))
    }

    @Test("Pace records need at least one kilometre, and the smallest number is the fastest")
    func fastest() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(5, "06:00", minutes: 4.5, km: 0.9999, more: #", "id": "short""#)
      #expect(try walker.record("fastestPace") == "none -1.0")
      try walker.walk(4, "06:00", minutes: 12, km: 1, more: #", "id": "one""#)
      #expect(try walker.record("fastestPace") == "one 12.0")
      // 110 minutes of moving time on 10 km, not the total time.
      try walker.walk(
        from: Listener.instant(3, "06:00"), to: Listener.instant(3, "09:00"), minutes: 110, km: 10,
        more: #", "id": "ten""#)
      #expect(try walker.record("fastestPace") == "ten 11.0")
    }

    @Test("The earlier of equal rucks holds the record, regardless of the upload order")
    func ties() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      for (day, id) in [(3, "second"), (1, "third"), (6, "first")] {
        try walker.walk(day, "06:00", minutes: 60, km: 5, kg: 20, more: #", "calories": 400, "id": "\#(id)""#)
        let holder = id == "first" ? "first" : "second"
        #expect(
          try Self.names.map { try walker.read("records").object($0).text("ruckId") }
            == Array(
              repeating: holder, count: 5))
      }
      // 5 km in an hour with 20 kg.
      #expect(
        try Self.names.map { try walker.record($0) } == [
          "first 5000.0", "first 12.0", "first 20.0", "first 400.0", "first 100000.0",
        ])
    }

    @Test("The next read returns the next best after the holder is deleted or edited")
    func nextBest() throws {
      let stack = try Stack()
      let walker = try walker(stack)
      try walker.walk(9, minutes: 100, km: 10, kg: 10, more: #", "id": "a", "calories": 500"#)
      try walker.walk(8, minutes: 88, km: 8, kg: 40, more: #", "id": "b", "calories": 700"#)
      try walker.walk(7, minutes: 54, km: 6, kg: 25, more: #", "id": "c", "calories": 600"#)
      func all() throws -> [String] { try Self.names.map { try walker.record($0) } }
      // 9 minutes per kilometre; 40 × 8,000.
      #expect(try all() == ["a 10000.0", "c 9.0", "b 40.0", "b 700.0", "b 320000.0"])
      try walker.patch("b", #"{"loadWeight": 5, "calories": null}"#)
      #expect(try all() == ["a 10000.0", "c 9.0", "c 25.0", "c 600.0", "c 150000.0"])
      try walker.delete("c")
      // 5 × 8,000 are less than 10 × 10,000; 100 minutes on 10 km are faster than 88 on 8.
      #expect(try all() == ["a 10000.0", "a 10.0", "a 10.0", "a 500.0", "a 100000.0"])
      try walker.patch("a", #"{"distance": 500}"#)
      #expect(try all() == ["b 8000.0", "b 11.0", "a 10.0", "a 500.0", "b 40000.0"])
      try walker.delete("a")
      try walker.delete("b")
      #expect(try all() == Array(repeating: "none -1.0", count: 5))
    }
  }
}
