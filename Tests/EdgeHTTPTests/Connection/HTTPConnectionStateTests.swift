import Proto
import Testing

@testable import EdgeHTTP

@Suite struct ConnectionStateTests {
  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  private func put(_ fields: String, _ body: String = "") -> String {
    "PUT /h HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
  }

  private let chunks = "5\r\n{\"x\":\r\n2\r\n1}\r\n0\r\n\r\n"

  @Test("A request takes the same steps wherever its bytes are cut")
  func anyCut() {
    let sized = put("Content-Length: 7", "{\"x\":1}")
    let chunked = put("Transfer-Encoding: chunked", chunks)
    for text in [sized, chunked] {
      let bytes = [UInt8](text.utf8)
      for cut in 1..<bytes.count {
        var script = ConnectionTranscript()
        let lines = script.receive(Array(bytes[..<cut])) + script.receive(Array(bytes[cut...]))
        #expect(lines == ["decide PUT /h", "dispatch {\"x\":1}"], "cut at \(cut)")
        #expect(script.respond(201) == ["201"])
        #expect(script.receive(get("/next")) == ["decide GET /next", "dispatch"])
      }
    }
  }

  @Test("A request is partial from its first byte to its last")
  func partial() {
    for text in [put("Content-Length: 7", "{\"x\":1}"), put("Transfer-Encoding: chunked", chunks), get("/h")] {
      let bytes = [UInt8](text.utf8)
      for cut in 1..<bytes.count {
        var script = ConnectionTranscript()
        #expect(!script.state.isRequestPartial)
        _ = script.receive(Array(bytes[..<cut]))
        #expect(script.state.isRequestPartial, "cut at \(cut)")
        _ = script.receive(Array(bytes[cut...]))
        #expect(!script.state.isRequestPartial, "cut at \(cut)")
        #expect(script.respond(201) == ["201"])
        #expect(!script.state.isRequestPartial)
      }
    }
  }

  @Test("Pipelined requests are handled one after the other")
  func pipelining() {
    var script = ConnectionTranscript()
    #expect(script.receive(get("/a") + get("/b") + get("/c")) == ["decide GET /a", "dispatch"])
    #expect(script.respond() == ["200", "decide GET /b", "dispatch"])
    #expect(script.respond() == ["200", "decide GET /c", "dispatch"])
    #expect(script.respond() == ["200"])
    #expect(script.state.serial == 3)
  }

  @Test("A client that sends far ahead is not read until its request is answered")
  func readAhead() {
    var script = ConnectionTranscript()
    let ahead = String(repeating: get("/b"), count: Limits.readAheadBytes / 20)
    #expect(script.receive(get("/a") + ahead) == ["decide GET /a", "dispatch", "pause"])
    #expect(script.state.input.isPaused)
    #expect(Array(script.respond().prefix(3)) == ["200", "decide GET /b", "dispatch"])
  }

  @Test("A client that does not read its responses gets no further ones until it does")
  func unreadResponses() {
    var script = ConnectionTranscript()
    script.isOutputFull = true
    #expect(script.receive(get("/a")) == ["pause"])
    script.isOutputFull = false
    #expect(script.resume() == ["decide GET /a", "dispatch"])
  }

  @Test("100 Continue is sent only if the body is wanted, and a response without it closes")
  func expectContinue() {
    let head = put("Content-Length: 2\r\nExpect: 100-continue")
    var script = ConnectionTranscript()
    #expect(script.receive(head) == ["decide PUT /h", "continue"])
    #expect(script.receive("{}") == ["dispatch {}"])
    var rejected = ConnectionTranscript(.later)
    #expect(rejected.receive(head) == ["decide PUT /h"])
    #expect(rejected.respond(401) == ["401", "close"])
  }

  @Test("A response that does not depend on the body is sent after the received part, and the rest is discarded")
  func discardedBody() {
    for (fields, body) in [("Content-Length: 5", "abcde"), ("Transfer-Encoding: chunked", "5\r\nabcde\r\n0\r\n\r\n")] {
      let text = [UInt8](put(fields, body).utf8)
      let head = [UInt8](put(fields).utf8).count
      for cut in head...text.count {
        var script = ConnectionTranscript(.later)
        #expect(script.receive(Array(text[..<cut])) == ["decide PUT /h"])
        #expect(script.respond(401) == ["401"], "\(fields) cut at \(cut)")
        #expect(script.receive(Array(text[cut...]) + [UInt8](get("/next").utf8)) == ["decide GET /next"])
      }
    }
  }

  @Test("A discarded body that is broken, late or cut off closes the connection after the response")
  func brokenDiscardedBody() {
    let head = put("Transfer-Encoding: chunked")
    var broken = ConnectionTranscript(.later)
    #expect(broken.receive(head + "x\r\n") == ["decide PUT /h"])
    #expect(broken.respond(404) == ["404", "finish"])
    var late = ConnectionTranscript(.later)
    #expect(late.receive(head) == ["decide PUT /h"])
    #expect(late.respond(404) == ["404"])
    late.advance(seconds: 31)
    #expect(late.tick() == ["finish"])
    var short = ConnectionTranscript(.later)
    #expect(short.receive(head) == ["decide PUT /h"])
    #expect(short.respond(404) == ["404"])
    #expect(short.end() == ["finish"])
  }

  @Test(
    "A head or a body that cannot be read is rejected, and the connection closes",
    arguments: [
      ("GET / HTTP/1.1\n\n", 400), ("\u{16}\u{3}", 400),
      ("PUT /h HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
    ])
  func malformed(text: String, status: Int) {
    var script = ConnectionTranscript()
    #expect(script.receive(text) == ["reject \(status)", "\(status)", "close"])
    #expect(script.receive(get("/next")) == [])
  }

  @Test("Each phase has its deadline")
  func deadlines() {
    var silent = ConnectionTranscript()
    silent.advance(seconds: 10)
    #expect(silent.tick() == [])
    silent.advance(seconds: 0.001)
    #expect(silent.tick() == ["close"])

    var head = ConnectionTranscript()
    head.advance(seconds: 9)
    #expect(head.receive("GET /") == [])
    head.advance(seconds: 9)
    #expect(head.receive("a") == [])
    #expect(head.tick() == [])
    head.advance(seconds: 1.001)
    #expect(head.tick() == ["reject 408", "408", "close"])

    var body = ConnectionTranscript()
    #expect(body.receive(put("Content-Length: 2", "{")) == ["decide PUT /h"])
    body.advance(seconds: 30)
    #expect(body.tick() == [])
    body.advance(seconds: 0.001)
    #expect(body.tick() == ["reject 408", "408", "close"])

    var idle = ConnectionTranscript()
    #expect(idle.receive(get("/a")) == ["decide GET /a", "dispatch"])
    idle.advance(seconds: 1_000)
    #expect(idle.tick() == [], "a request that is being answered has no deadline here")
    #expect(idle.respond() == ["200"])
    idle.advance(seconds: 75)
    #expect(idle.tick() == [])
    idle.advance(seconds: 0.001)
    #expect(idle.tick() == ["close"])
  }

  @Test("A client that ends after pipelined requests gets every response")
  func halfClose() {
    var script = ConnectionTranscript()
    #expect(script.receive(get("/a") + get("/b")) == ["decide GET /a", "dispatch"])
    #expect(script.end() == [])
    #expect(script.respond() == ["200", "decide GET /b", "dispatch"])
    #expect(script.respond() == ["200", "finish"])
    var cut = ConnectionTranscript()
    #expect(cut.receive(put("Content-Length: 2", "{")) == ["decide PUT /h"])
    #expect(cut.end() == ["reject 400", "400", "close"])
  }

  @Test("A stopping server ends idle connections, waits for requests, and does not wait for incomplete heads")
  func draining() {
    var new = ConnectionTranscript()
    #expect(new.drain() == [], "its first request is in transit")
    #expect(new.drain(isPatienceOver: true) == ["finish"])
    var idle = ConnectionTranscript()
    _ = idle.receive(get("/a"))
    #expect(idle.drain() == [])
    #expect(idle.respond(isStopping: true) == ["200", "close"])
    var kept = ConnectionTranscript()
    _ = kept.receive(get("/a"))
    #expect(kept.respond() == ["200"])
    #expect(kept.drain() == ["finish"])
    #expect(kept.state.isAbandoned)
    var incomplete = ConnectionTranscript()
    _ = incomplete.receive(get("/a"))
    #expect(incomplete.respond() == ["200"])
    #expect(incomplete.receive("GET /b") == [])
    #expect(incomplete.drain(isIdle: false) == [])
    #expect(incomplete.state.isAbandoned)
  }

  @Test("A file is written as it comes, sized or in chunks")
  func upload() {
    var sized = ConnectionTranscript(.upload)
    #expect(sized.receive(put("Content-Length: 5", "abc")) == ["decide PUT /h", "write abc"])
    #expect(sized.receive("de" + get("/next")) == ["write de last"])
    #expect(sized.respond() == ["200", "decide GET /next"])
    var chunked = ConnectionTranscript(.upload)
    #expect(chunked.receive(put("Transfer-Encoding: chunked", "3\r\nabc\r\n")) == ["decide PUT /h", "write abc"])
    #expect(chunked.receive("2\r\nde\r\n0\r\n\r\n") == ["write de last"])
    var cut = ConnectionTranscript(.upload)
    #expect(cut.receive(put("Content-Length: 5", "abc")) == ["decide PUT /h", "write abc"])
    #expect(cut.end() == ["reject 400", "400", "close"])
  }

  @Test("A file may be slow, but may neither pause for long nor take longer than the limit")
  func slowUpload() {
    var paused = ConnectionTranscript(.upload)
    _ = paused.receive(put("Content-Length: 500", "a"))
    paused.advance(seconds: 30.001)
    #expect(paused.tick() == ["reject 408", "408", "close"])
    var slow = ConnectionTranscript(.upload)
    _ = slow.receive(put("Content-Length: 500", "a"))
    for _ in 0..<30 {
      slow.advance(seconds: 20)
      #expect(slow.tick() == [])
      #expect(slow.receive("a") == ["write a"])
    }
    slow.advance(seconds: 0.001)
    #expect(slow.tick() == ["reject 408", "408", "close"])
  }

  @Test("A response before the end of a file closes the connection")
  func abandonedUpload() {
    var script = ConnectionTranscript(.upload)
    _ = script.receive(put("Content-Length: 5", "abc"))
    script.state.abandonFile()
    #expect(script.respond(503) == ["503", "close"])
  }

  @Test("A stream sends comments, ignores what the client sends, and ends with the client")
  func streaming() {
    var script = ConnectionTranscript()
    #expect(script.receive(get("/changes")) == ["decide GET /changes", "dispatch"])
    script.state.beginStreamedResponse(isStopping: false)
    script.state.beginStream(now: script.now)
    script.advance(seconds: 14)
    #expect(script.tick() == [])
    script.advance(seconds: 0.6)
    #expect(script.tick() == ["comment"])
    #expect(script.receive(get("/ignored")) == [])
    #expect(script.state.input.unreadBytes == 0)
    #expect(script.end() == ["end stream"])
    #expect(script.state.endStream(isStopping: false) == true)
    #expect(script.state.endStream(isStopping: false) == false, "it has ended")
  }

  @Test("A request that waits for memory continues after the reservation, or is rejected if that takes too long")
  func memory() {
    var script = ConnectionTranscript(.later)
    #expect(script.receive(put("Content-Length: 2", "{}")) == ["decide PUT /h"])
    script.state.awaitMemory(for: .body, now: script.now)
    #expect(script.state.isAwaitingMemory)
    #expect(script.grantMemory() == ["dispatch {}"])
    #expect(script.grantMemory() == ["nothing"])
    var late = ConnectionTranscript(.later)
    _ = late.receive(put("Content-Length: 2"))
    late.state.awaitMemory(for: .body, now: late.now)
    late.advance(seconds: 30.001)
    #expect(late.tick() == ["memory", "503", "close"])
  }

  @Test("A chunked body that turns out to be large reserves memory once")
  func largeChunks() {
    let chunk = "4E20\r\n" + String(repeating: "x", count: 20_000) + "\r\n"
    var script = ConnectionTranscript()
    #expect(
      script.receive(put("Transfer-Encoding: chunked", chunk)) == ["decide PUT /h", "reserve \(Limits.bodyBytes)"])
    #expect(script.receive(chunk) == ["pause"])
    #expect(script.grantMemory() == [])
    #expect(script.receive("0\r\n\r\n") == ["turn 40000"])
    #expect(script.grantTurn() == ["dispatch " + String(repeating: "x", count: 40_000)])
  }

  @Test("A large body waits for its turn")
  func largeBody() {
    let body = String(repeating: "x", count: Limits.smallBytes + 1)
    var script = ConnectionTranscript()
    let lines = script.receive(put("Content-Length: \(body.utf8.count)", body))
    #expect(lines == ["decide PUT /h", "turn 16385", "pause"])
    #expect(script.receive(get("/next")) == [])
    #expect(script.grantTurn() == ["dispatch " + body])
    #expect(script.respond() == ["200", "decide GET /next", "dispatch"])
  }

  @Test("An evicted connection gets a response only if none has begun")
  func eviction() {
    var head = ConnectionTranscript()
    _ = head.receive("GET /")
    #expect(head.evict() == ["reject 503", "503", "close"])
    var unread = ConnectionTranscript()
    _ = unread.receive("GET /")
    #expect(unread.evict(pendingBytes: 1) == ["close"])
    var responding = ConnectionTranscript()
    _ = responding.receive(get("/a"))
    #expect(responding.evict() == ["close"])
  }

  @Test("A closed connection reports whether a request was left without a response, and sends nothing more")
  func closing() {
    var idle = ConnectionTranscript()
    #expect(idle.state.close() == false)
    var busy = ConnectionTranscript()
    _ = busy.receive(get("/a"))
    #expect(busy.state.close() == true)
    #expect(busy.respond() == ["never"])
  }

  @Test("One turn handles a limited number of requests")
  func requestsPerTurn() {
    var state = HTTPConnectionState(now: 1)
    let bytes = [UInt8](get("/a").utf8)
    state.beginReceiving()
    var count = 0
    while !state.isTurnOver {
      _ = state.receive(bytes.span, now: 1, isOutputFull: false)
      state.beginResponding()
      #expect(state.endRequest(now: 1) == true)
      count += 1
    }
    #expect(count == Int(Limits.requestsPerTurn))
    #expect(state.endReceiving(unread: 1) == true, "the next turn begins when the responses are sent")
  }

  @Test("A client that reads nothing for 30 s is stuck")
  func stuck() {
    var state = HTTPConnectionState(now: 1)
    let second: UInt64 = 1_000_000_000
    #expect(state.isStuck(pendingBytes: 10, now: second) == false)
    #expect(state.isStuck(pendingBytes: 10, now: 31 * second) == false)
    #expect(state.isStuck(pendingBytes: 10, now: 32 * second) == true)
    #expect(state.isStuck(pendingBytes: 9, now: 33 * second) == false)
    #expect(state.isStuck(pendingBytes: 0, now: 90 * second) == false)
  }
}
