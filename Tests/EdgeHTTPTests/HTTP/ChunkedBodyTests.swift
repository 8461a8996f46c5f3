import Testing

@testable import EdgeHTTP

@Suite struct ChunkedBodyTests {
  @Test("Decodes a chunked body equally in any fragmentation, and stops at its end")
  func splits() throws {
    let text = "5\r\nhello\r\n6;name=\"value x\"\r\n world\r\n0\r\nX-Trailer: yes\r\n\r\nGET /"
    let bytes = [UInt8](text.utf8)
    for split in 0...bytes.count {
      var body = ChunkedBody(at: 0)
      var shifted = 0
      let first = Array(bytes[..<split])
      var step = try body.advance(first.span)
      if step == .more {
        shifted = body.taken
        body.shift(by: shifted)
        let rest = Array(bytes[shifted...])
        step = try body.advance(rest.span)
      }
      guard case .end(let end) = step else {
        Issue.record("no end at \(split)")
        return
      }
      #expect(end + shifted == bytes.count - 5)
      #expect(String(decoding: body.content, as: UTF8.self) == "hello world")
    }
  }

  @Test(
    "Rejects a malformed chunk",
    arguments: [
      "5\nhello\r\n", "5 \r\nhello\r\n", " 5\r\nhello\r\n", "0x5\r\nhello\r\n", "+5\r\nhello\r\n", "\r\nhello",
      "5\r\nhello!\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "5;\r\nhello\r\n", "5;a\u{0}b\r\nhello\r\n", "g\r\n",
      "5;\(String(repeating: "a", count: 300))", "\(String(repeating: "0", count: 300))5\r\nhello\r\n", "5 x\r\n",
      "5; \r\nhello\r\n", "5;a=\r\nhello\r\n", "5;a b\r\nhello\r\n", "5;a=\"\r\nhello\r\n", "5;a;\r\nhello\r\n",
      "5;=b\r\nhello\r\n", "5;a=\"b\\\"\r\nhello\r\n", "5;a=\"b\u{0}\"\r\nhello\r\n", "5;a \r\nhello\r\n",
      "5;a=\"b\"c\r\nhello\r\n", "5;a\r;b\r\nhello\r\n", "5;a=\"\n\"\r\nhello\r\n", "5\t\r\nhello\r\n",
      "-5\r\nhello\r\n",
      "5,5\r\nhello\r\n", "5\u{B}\r\nhello\r\n", "5_0\r\nhello\r\n", "\r\n5\r\nhello\r\n", ";a\r\n",
      "5\r\nhello\r\n0\r\nX : 1\r\n\r\n", "0\r\nX Y: 1\r\n\r\n", "0\r\n folded\r\n\r\n",
      "0\r\n\(String(repeating: "X: 1234567\r\n", count: 1_000))", "5\r\nhello\n0\r\n\r\n",
    ])
  func malformed(_ text: String) {
    var body = ChunkedBody(at: 0)
    let bytes = [UInt8](text.utf8)
    do throws(RequestProblem) {
      let step = try body.advance(bytes.span)
      Issue.record("taken: \(step)")
    } catch {
      #expect(error.status == 400)
    }
  }

  @Test(
    "A body over the limit is 413 as soon as its size is known",
    arguments: [
      "200001\r\n", "fffffffff\r\n", "ffffffffffffffff\r\n", "10000000000000005\r\nhello\r\n",
      "0000000000000000000200001\r\n",
    ])
  func tooLarge(_ text: String) {
    var body = ChunkedBody(at: 0)
    let bytes = [UInt8](text.utf8)
    #expect(throws: RequestProblem.tooLargeBody(Limits.bodyBytes)) { _ = try body.advance(bytes.span) }
  }

  @Test(
    "Accepts leading zeros of a chunk size and every extension that RFC 9112 allows",
    arguments: [
      "5", "0000000005", String(repeating: "0", count: 250) + "5", "5;a", "5; a", "5 ;a", "5 ; a=b", "5;a = b;c",
      "5\t;\ta\t=\t\"b\"", "5;a=\"\"", "5;a=\"x \\\" ; \u{E4}\\\\\";b", "5;a;b;c=d",
    ])
  func extensions(line: String) throws {
    let bytes = [UInt8]("\(line)\r\nhello\r\n000;x=\"y\"\r\n\r\n".utf8)
    var body = ChunkedBody(at: 0)
    #expect(try body.advance(bytes.span) == .end(bytes.count))
    #expect(body.content == [UInt8]("hello".utf8))
  }
}
