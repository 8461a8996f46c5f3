import API
import Chronology
import Testing

@testable import Connectors

@Suite("Episode actions")
struct EpisodeActionTests {
  private static let now = Instant(seconds: 1_795_000_000)

  private func upload(_ body: String) throws -> EpisodeUpload.Part {
    let upload = try EpisodeUpload(body: Array(body.utf8))
    return upload.part(0..<upload.count, now: Self.now)
  }

  private func action(_ members: String) throws -> EpisodeUpload.Part {
    try upload(#"[{"podcast": "http://p/f.xml", "episode": "http://p/1.mp3", "action": "play"\#(members)}]"#)
  }

  @Test("Members are kept as received, except for the case of the action")
  func members() throws {
    let body = #"""
      [{"podcast": "http://p/f.xml", "episode": "http://p/1.mp3", "guid": "g-1", "device": "phone", "action": "PLAY",
        "timestamp": "2026-11-18T10:00:00", "started": 15, "position": 120, "total": 500, "unknown": [1]}]
      """#
    let upload = try upload(body)
    #expect(
      upload.actions == [
        EpisodeAction(
          podcast: "http://p/f.xml", episode: "http://p/1.mp3", guid: "g-1", device: "phone", kind: .play,
          timestamp: "2026-11-18T10:00:00", started: 15, position: 120, total: 500)
      ])
    #expect(upload.skipped.isEmpty)
    #expect(
      String(decoding: GpodderDocuments.actions(upload.actions, isFirst: true, lastStamp: 7), as: UTF8.self)
        == #"{"actions":[{"podcast":"http://p/f.xml","episode":"http://p/1.mp3","guid":"g-1","device":"phone","#
        + #""action":"play","timestamp":"2026-11-18T10:00:00","started":15,"position":120,"total":500}],"timestamp":7}"#
    )
  }

  @Test("The last of duplicate members counts, and null is an absent member")
  func duplicates() throws {
    let upload = try action(#", "position": 1, "position": 9.7, "guid": null, "device": "", "total": -1"#)
    #expect(upload.actions.first?.position == 9 && upload.actions.first?.total == -1)
    #expect(upload.actions.first?.guid == nil && upload.actions.first?.device == nil)
  }

  @Test(
    "A time is UTC, and its zone is optional",
    arguments: [
      ("2026-11-18T10:00:00", "2026-11-18T10:00:00Z"), ("2026-11-18T10:00:00Z", "2026-11-18T10:00:00Z"),
      ("2026-11-18 10:00:00", "2026-11-18T10:00:00Z"), ("2026-11-18T10:00:00.25", "2026-11-18T10:00:00Z"),
      ("2026-11-18T12:00:00+02:00", "2026-11-18T10:00:00Z"),
    ])
  func times(_ text: String, _ instant: String) {
    #expect(EpisodeAction.instant(text) == Instant(instant))
  }

  @Test(
    "An invalid member skips only its item",
    arguments: [
      #"{"episode": "http://p/1.mp3", "action": "play"}"#, #"{"podcast": "http://p", "action": "play"}"#,
      #"{"podcast": "p", "episode": "e"}"#, #"{"podcast": "p", "episode": "e", "action": "dance"}"#,
      #"{"podcast": 7, "episode": "e", "action": "play"}"#, "7", "null", "[]",
      #"{"podcast": "p", "episode": "e", "action": "play", "timestamp": 1795000000}"#,
      #"{"podcast": "p", "episode": "e", "action": "play", "timestamp": "yesterday"}"#,
      #"{"podcast": "p", "episode": "e", "action": "play", "timestamp": "1999-12-31T23:59:59"}"#,
      #"{"podcast": "p", "episode": "e", "action": "play", "timestamp": "2027-01-01T00:00:00"}"#,
      #"{"podcast": "p", "episode": "e", "action": "play", "position": "12"}"#,
      #"{"podcast": "p", "episode": "e\nf", "action": "play"}"#, "1e999", "tru", "-", #""\x""#,
    ])
  func skipped(_ item: String) throws {
    let upload = try upload(#"[\#(item), {"podcast": "p", "episode": "e", "action": "new"}]"#)
    #expect(upload.actions.map(\.kind) == [.new] && upload.places == [1])
    #expect(upload.skipped.map(\.index) == [0])
    #expect(upload.skipped.summary(of: "actions")?.hasPrefix("actions[0] was skipped: ") == true)
  }

  @Test("A time may be five minutes ahead")
  func ahead() throws {
    let last = Instant(seconds: Self.now.seconds + 300)
    #expect(try action(#", "timestamp": "\#(last)""#).actions.count == 1)
    #expect(try action(#", "timestamp": "\#(last + 1)""#).actions.isEmpty)
  }

  @Test("A text over its limit skips its item")
  func limits() throws {
    let url = String(repeating: "u", count: GpodderLimits.urlBytes)
    #expect(try upload(#"[{"podcast": "\#(url)", "episode": "e", "action": "new"}]"#).actions.count == 1)
    #expect(try upload(#"[{"podcast": "\#(url)u", "episode": "e", "action": "new"}]"#).actions.isEmpty)
  }

  @Test(
    "A body that is not a list is rejected",
    arguments: ["", "{}", "7", "[", "[}", "[1,]", "[1 2]", "[1]]", #"{"actions": []}"#, #"[""#])
  func malformed(_ body: String) {
    #expect(throws: EpisodeUpload.Failure.notAList) { try upload(body) }
  }

  @Test("An upload has at most 5,000 actions")
  func count() throws {
    let item = #"{"podcast":"p","episode":"e","action":"new"}"#
    func body(_ count: Int) -> String { "[" + Array(repeating: item, count: count).joined(separator: ",") + "]" }
    #expect(try upload(body(5_000)).actions.count == 5_000)
    #expect(throws: EpisodeUpload.Failure.tooMany) { try upload(body(5_001)) }
  }

  @Test("The pages of a list are one document")
  func pages() {
    let action = EpisodeAction(podcast: "p", episode: "e", kind: .new)
    let one = #"{"podcast":"p","episode":"e","action":"new"}"#
    let pages =
      GpodderDocuments.actions([action, action], isFirst: true, lastStamp: nil)
      + GpodderDocuments.actions([action], isFirst: false, lastStamp: nil)
      + GpodderDocuments.actions([], isFirst: false, lastStamp: 5)
    #expect(String(decoding: pages, as: UTF8.self) == #"{"actions":[\#(one),\#(one),\#(one)],"timestamp":5}"#)
    #expect(
      String(decoding: GpodderDocuments.actions([], isFirst: true, lastStamp: 5), as: UTF8.self)
        == #"{"actions":[],"timestamp":5}"#)
  }
}
