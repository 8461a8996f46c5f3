import CBOR
import Chronology
import Loop
import Testing

@testable import RPC

@Suite struct MetaTests {
  /// Returns a request with these keys in its meta, each with the value 1, before the output of `after`.
  private func request(_ keys: [String], argument: [UInt8] = [0xF6]) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(3)
    writer.text("m")
    writer.map(keys.count)
    for key in keys {
      writer.text(key)
      key == "user" ? writer.text("u") : writer.unsigned(1)
    }
    writer.raw(argument)
    return writer.bytes
  }

  private func outcome(_ payload: [UInt8]) -> String {
    var script = ServerTranscript()
    let bytes = Frame(.request, call: 1, payload: payload).encoded
    return bytes.withUnsafeBytes { bytes in
      guard let frame = try? FrameView.first(in: bytes) else { return "no frame" }
      switch script.connection.receive(frame, now: 0) {
      case .reject(_, let fault): return fault.summary
      case let action: return ServerTranscript.line(action)
      }
    }
  }

  @Test("Any number of unknown keys of the meta is ignored", arguments: [1, 32, 33, 1_000, 300_000])
  func unknownKeys(count: Int) {
    let keys = (0..<count).map { "x\($0)" }
    #expect(outcome(request(keys + ["user"])) == "start 1 #1 m")
  }

  @Test("A duplicate key is invalid, known or unknown, among few or many")
  func keyTwice() {
    #expect(outcome(request(["user", "user"])) == "meta.user occurs twice")
    #expect(outcome(request(["x", "x"])) == "meta.x occurs twice")
    let many = (0..<100_000).map { "x\($0)" }
    #expect(outcome(request(many + ["user", "x77"])) == "meta.x77 occurs twice")
    #expect(outcome(request(["x", "user", "y", "user"])) == "meta.user occurs twice")
  }

  @Test("An error in the argument is not reported as one of the meta")
  func wrongArgument() {
    let twice: [UInt8] = [0xA2, 0x61, 0x61, 0x01, 0x61, 0x61, 0x01]
    #expect(outcome(request(["x"], argument: twice)) == "start 1 #1 m")
    #expect(outcome(request(["x", "x"], argument: twice)) == "meta.x occurs twice")
  }

  /// Returns the meta as the other end reads it.
  private func sent(_ meta: CallMeta) -> Instant? {
    var writer = CBORWriter()
    var read = MetaReader()
    meta.write(into: &writer, deadline: 5)
    return writer.withBytes { bytes in
      var reader = CBORReader(bytes)
      try? read.read(&reader)
      return read.meta.at
    }
  }

  private func head(_ write: (inout CBORWriter) -> Void) -> Result<[CallMeta.Head?], Fault> {
    var writer = CBORWriter()
    writer.array(3)
    writer.text("m")
    writer.map(1)
    writer.text("head")
    write(&writer)
    writer.map(0)
    let bytes = Frame(.request, call: 1, payload: writer.bytes).encoded
    return bytes.withUnsafeBytes { bytes in
      Result { () throws(Fault) in
        guard let frame = try? FrameView.first(in: bytes) else { throw Fault(.internal, "no frame") }
        return [try RequestView(frame).context(arrival: 0).head]
      }
    }
  }

  @Test("`head` is a seq and a checksum, in the usual form and in any other")
  func heads() {
    for seq in [0, 1, 23, 24, 70_000, Int64.max] {
      for checksum in [0, 5, -1, -24, -25, 1 << 40, Int64.min, .max] {
        let head = CallMeta.Head(seq: seq, checksum: checksum)
        let usual = self.head { writer in
          writer.array(2)
          writer.integer(seq)
          writer.integer(checksum)
        }
        #expect(usual == .success([head]))
        let indefinite = self.head { writer in
          writer.raw([0x9F])
          writer.integer(seq)
          writer.integer(checksum)
          writer.raw([0xFF])
        }
        #expect(indefinite == .success([head]))
        var writer = CBORWriter()
        CallMeta(head: head).write(into: &writer, deadline: 5)
        let sent = writer.bytes
        let read = sent.withUnsafeBytes { bytes -> CallMeta.Head? in
          var (reader, meta) = (CBORReader(bytes), MetaReader())
          try? meta.read(&reader)
          return meta.meta.head
        }
        #expect(read == head)
      }
    }
    #expect(head { $0.null() } == .success([nil]))
  }

  @Test(
    "Any other value of `head` is invalid",
    arguments: [
      [0x80], [0x81, 0x01], [0x83, 0x01, 0x02, 0x03], [0x82, 0x20, 0x01], [0x82, 0x01, 0x61, 0x61], [0x01],
      [0x82, 0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x9F, 0x01, 0x02, 0x03, 0xFF],
      [0x9F, 0x01, 0xFF],
    ] as [[UInt8]])
  func wrongHeads(value: [UInt8]) {
    let wrong = MetaReader.invalid("head", "must be an array of a seq and a checksum")
    #expect(head { $0.raw(value) } == .failure(wrong))
  }

  private func instant(_ write: (inout CBORWriter) -> Void) -> Result<Instant?, Fault> {
    var writer = CBORWriter()
    writer.map(1)
    writer.text("at")
    write(&writer)
    return Result { () throws(Fault) in
      try writer.withBytes { bytes throws(Fault) in
        var (reader, meta) = (CBORReader(bytes), MetaReader())
        do {
          try meta.read(&reader)
        } catch {
          throw error as? Fault ?? Fault(.internal, "\(error)")
        }
        return meta.meta.at
      }
    }
  }

  @Test("`at` is an instant, and is sent only if it is set")
  func instants() {
    #expect(sent(CallMeta()) == nil)
    for seconds: Int64 in [0, -1, 1_700_000_000, .max, .min] {
      let at = Instant(seconds: seconds)
      let read = instant { writer in
        writer.tag(1)
        writer.integer(seconds)
      }
      #expect(read == .success(at))
      #expect(sent(CallMeta(at: at)) == at)
    }
    #expect(instant { $0.text("2026-11-20T10:00:00Z") } == .success(Instant(rfc3339: "2026-11-20T10:00:00Z")))
    #expect(instant { $0.null() } == .success(nil))
    let wrong = MetaReader.invalid("at", "must be an instant")
    #expect(instant { $0.text("2026-11-20") } == .failure(wrong))
    #expect(instant { $0.unsigned(1_700_000_000) } == .failure(wrong))
    #expect(instant { $0.bool(true) } == .failure(wrong))
    let text = instant { writer in
      writer.tag(1)
      writer.text("x")
    }
    #expect(text == .failure(wrong))
  }
}
