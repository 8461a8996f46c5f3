import Testing

@testable import EdgeHTTP

@Suite("Slow bodies of connectors")
struct SlowBodyTests {
  private func head(_ length: Int) -> String {
    "PUT /kosync HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
  }

  /// A connection whose request waits for a decision.
  private func begun(_ length: Int, _ rules: BodyRules) -> ConnectionTranscript {
    var script = ConnectionTranscript(.later)
    #expect(script.receive(head(length)) == ["decide PUT /kosync"])
    script.state.setBodyRules(rules)
    return script
  }

  @Test("A body may arrive slowly while it keeps arriving, and other bodies may not")
  func wanted() {
    for (rules, isSlow) in [(BodyRules.connector(most: 1_000), true), (.api, false)] {
      var script = begun(4, rules)
      #expect(script.admit() == [])
      for _ in 0..<3 {
        #expect(script.receive("a") == [])
        script.advance(seconds: 20)
        if isSlow { #expect(script.tick() == []) }
      }
      #expect(script.tick() == (isSlow ? [] : ["reject 408", "408", "close"]))
      if isSlow { #expect(script.receive("a") == ["dispatch aaaa"]) }
    }
  }

  @Test("A pause of half a minute, or ten minutes in total, end the request")
  func tooSlow() {
    var paused = begun(4, .connector(most: 1_000))
    #expect(paused.admit() == [])
    paused.advance(seconds: 31)
    #expect(paused.tick().first == "reject 408")
    var endless = begun(1_000, .connector(most: 1_000))
    #expect(endless.admit() == [])
    var lines: [String] = []
    for _ in 0..<31 {
      lines += endless.receive("a")
      endless.advance(seconds: 20)
      lines += endless.tick()
    }
    #expect(lines.first == "reject 408")
  }

  @Test("A large rejected body is discarded at any speed, and the connection stays open")
  func discarded() {
    let length = Limits.bodyBytes + 10
    var script = begun(length, .connector(most: 1_000))
    #expect(script.respond(404) == ["404"])
    var left = length
    while left > 0 {
      let count = min(left, 1 << 20)
      #expect(script.receive([UInt8](repeating: 0x61, count: count)) == [])
      left -= count
      script.advance(seconds: 20)
      #expect(script.tick() == [])
    }
    #expect(script.receive("GET /next HTTP/1.1\r\nHost: a\r\n\r\n") == ["decide GET /next"])
    var other = begun(length, .api)
    #expect(other.respond(404) == ["404", "close"])
  }
}
