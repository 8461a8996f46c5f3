import API
import Chronology
import Domain
import Foundation
import RandomHistory
import Testing

@testable import Import

@Suite("Invalid account documents")
struct AccountDocumentTests {
  private func document(_ events: [String], head: String = #""format":"waymark-account","version":1"#) -> [UInt8] {
    Array("{\(head),\n\"events\":[\n\(events.joined(separator: ",\n"))\n],\n\"complete\":true}\n".utf8)
  }

  private func item(_ seq: Int, _ event: String, at: String = "2026-01-01T10:00:00Z") -> String {
    #"{"seq":\#(seq),"recordedAt":"\#(at)","checksum":"0","event":\#(event)}"#
  }

  private func rejection(_ bytes: [UInt8]) async throws -> String {
    let rig = try await AccountRig()
    do {
      _ = try await rig.importing(bytes, into: "eve")
      return ""
    } catch let error as ImportError {
      let head = try await rig.call(SessionAPI.FetchHeads(users: ["eve"]), as: "eve").heads[0]
      #expect(head.seq == 0, "nothing is written")
      return error.description
    }
  }

  @Test("Rejects other files and incomplete documents before anything is written")
  func rejected() async throws {
    let hero = item(1, #"["hero.saved",{"hero":{"id":"h","name":"H"}}]"#)
    let whole = document([hero])
    #expect(try await rejection(Array("{}".utf8)).contains("format"))
    #expect(try await rejection(document([hero], head: #""format":"other","version":1"#)).contains("format"))
    #expect(try await rejection(document([hero], head: #""format":"waymark-account""#)).contains("version"))
    #expect(try await rejection(Array(whole.dropLast(20))).contains("the JSON is incomplete"))
    let unfinished = String(decoding: whole, as: UTF8.self).replacing("true", with: "false")
    #expect(try await rejection(Array(unfinished.utf8)).contains("'complete' is missing"))
    // The format within a title is not a member of the document.
    let hidden = item(1, #"["hero.saved",{"hero":{"id":"h","name":"x"},"complete":true,"format":"waymark-account"}]"#)
    #expect(try await rejection(Array("{\"events\":[\(hidden)]}".utf8)).contains("format"))
    #expect(try await rejection(Array(String(repeating: "[", count: 100_000).utf8)).contains("nested too deeply"))
    #expect(try await rejection([]).contains("empty"))
    #expect(try await rejection(document(["{]"])).contains("line 3: not valid JSON"))
  }

  @Test("Reports each invalid event with its number and writes all others")
  func broken() async throws {
    let rig = try await AccountRig()
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let story = #"{"story":{"id":"s","title":"S","estimatedDuration":60,"createdAt":"2026-01-01T00:00:00Z","#
    let session = #""storyId":"s","startedAt":"2026-01-01T09:00:00Z","completed":true"#
    let (at, started) = (#""at":"2026-01-01T10:00:00Z""#, #""startedAt":"2026-01-01T10:00:00Z""#)
    let long = String(repeating: "x", count: 5_000_000)
    let report = try await rig.importing(
      document([
        item(1, #"["story.saved",\#(story)"isFavorite":false}}]"#),
        item(2, #"["story.burnt",{}]"#),
        item(3, #"["hero.saved",{"hero":{"id":"h"}}]"#),
        item(4, #"["hero.saved",{"hero":{"id":"no id!","name":"H"}}]"#),
        item(5, #"["hero.saved",\#(deep)]"#),
        item(6, #"["session.recorded",{"session":{\#(session),"endedAt":"2027-01-01T09:10:00Z","duration":600}}]"#),
        item(7, #"["session.recorded",{"session":{\#(session),"endedAt":"2026-01-01T09:10:00Z","duration":1e300}}]"#),
        item(8, #"["session.removed",{"session":{\#(session),"endedAt":"2026-01-01T09:10:00Z","duration":1}}]"#),
        item(9, #"["hero.saved",{"hero":{"id":"long","name":"\#(long)"}}]"#),
        item(10, #"["goal.set",{"type":"annualReading","target":9007199254740993}]"#),
        item(11, #"["goal.set",{"type":"annualReading","target":5}]"#, at: "9999-01-01T00:00:00Z"),
        item(12, "null"), item(13, "7"), #"{"seq":14}"#, #"{"seq":"x","event":null}"#, #"{"seq":tru}"#,
        item(17, #"["account.opened",{"at":"1990-01-01T00:00:00Z"}]"#),
        item(18, #"["diversity.valueSet",{"workId":"w","dimension":"gender","value":"Female","points":500,\#(at)}]"#),
        item(19, #"["reading.timerStopped",{"timer":{"workId":"w","startPage":0,\#(started)}}]"#),
        item(20, #"["goal.set",{"type":"weeklyRucks","target":5}]"#, at: "0001-01-01T00:00:00Z"),
      ]), into: "eve")
    let lines = report.problems.map(\.line)
    #expect(lines == [4, 5, 6, 7, 8, 11, 12, 15, 16, 17, 18, 20], "\(report.problems)")
    #expect(report.problems.allSatisfy { $0.reason.utf8.count < 400 })
    #expect(report.problems[0].reason.hasPrefix("event 2: "))
    // The capped session was added and deleted again.
    #expect(report.byKind["listening"] == .init(added: 2, alreadyThere: 0, rejected: 1))
    #expect(report.byKind["goals"] == .init(added: 2, alreadyThere: 0, rejected: 1))
    let stories = try await rig.call(SessionAPI.ListStories(), as: "eve").items
    #expect(stories.map(\.id) == ["s"])
    #expect(try await rig.findings("eve").isEmpty)
  }

  @Test("Reads members in any order, with spaces, and on one line")
  func otherForm() async throws {
    let rig = try await AccountRig()
    var history = rig.history("ada", seed: 3)
    try await history.live(steps: 120)
    let document = try await rig.export("ada")
    let parsed = try JSONSerialization.jsonObject(with: Data(document))
    for options: JSONSerialization.WritingOptions in [[.sortedKeys, .prettyPrinted], [.sortedKeys]] {
      let rig = try await AccountRig()
      let made = [UInt8](try JSONSerialization.data(withJSONObject: parsed, options: options))
      let report = try await rig.importing(made, into: "eve")
      #expect(report.rejected == 0, "\(report.problems.prefix(2))")
      let copy = try ComparedDocument(try await rig.export("eve"))
      #expect(try ComparedDocument(document).difference(to: copy) == nil)
    }
  }
}
