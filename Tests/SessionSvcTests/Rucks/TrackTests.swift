import API
import Chronology
import Compression
import Domain
import Foundation
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Tracks of rucks")
struct TrackTests {
  private static let start = at("2026-11-01T10:00:00Z")
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func points(_ count: Int) -> [TrackPoint] {
    (0..<count).compactMap { number in
      TrackPoint(
        time: Self.start.seconds + Int64(number), latitude: 52.5 + Double(number * number % 97) / 1_000,
        longitude: -13.4 + Double(number) / 100_000, elevation: number.isMultiple(of: 3) ? nil : 34.25,
        heartRate: number.isMultiple(of: 2) ? 120 : nil)
    }
  }

  private func imported(_ points: [TrackPoint], after seconds: Int64 = 0) throws -> SessionAPI.ImportedTrack {
    SessionAPI.ImportedTrack(
      startedAt: Self.start + seconds, bytes: try #require(Deflate.zlib(TrackCoding.encode(points))))
  }

  @discardableResult
  private func record(_ id: String = "r", after seconds: Int64 = 0) async throws -> SessionAPI.RuckReply {
    let start = Self.start + seconds
    let ruck = Ruck(
      id: id, startedAt: start, endedAt: start + 3_600, distance: 5_000, loadWeight: 10, name: "A <b> & \u{1}",
      note: "N")
    return try await rig.handlers.recordRuck(.init(ruck), ada).value
  }

  private func store(_ points: [TrackPoint], after seconds: Int64 = 0, byHand: Bool = true) async throws -> Int {
    let call = SessionAPI.StoreTracks(tracks: [try imported(points, after: seconds)], isFromConnector: !byHand)
    return try await rig.handlers.storeTracks(call, ada).stored
  }

  private func findings() async throws -> [String] {
    let audit = JournalAudit(database: rig.database)
    let all = try await audit.findingsOfAll(now: rig.clock.now)
    let own = try #require(try await audit.findings(of: "ada", now: rig.clock.now))
    return all.engine + all.journal + all.rows + all.form + own.journal + own.rows
  }

  @Test("Name and note are set by a report and an edit, cleared by null, and limited")
  func texts() async throws {
    let made = try await record()
    #expect(made.name == "A <b> & \u{1}" && made.note == "N" && !made.hasTrack)
    let edit = SessionAPI.PatchRuck(id: "r", name: .set("B"), note: .cleared)
    #expect(try await rig.handlers.patchRuck(edit, ada).value.name == "B")
    let stored = try await rig.handlers.fetchRuck(.init(id: "r"), ada)
    #expect(stored.name == "B" && stored.note == nil)
    let long = SessionAPI.PatchRuck(
      id: "r", name: .set(String(repeating: "é", count: 501)), note: .set(String(repeating: "é", count: 2_001)))
    let rejected = await fault { _ = try await rig.handlers.patchRuck(long, ada) }
    #expect(rejected?.fields?.map(\.field) == ["name", "note"])
    let most = SessionAPI.PatchRuck(id: "r", note: .set(String(repeating: "é", count: 2_000)))
    #expect(try await rig.handlers.patchRuck(most, ada).value.note?.count == 2_000)
  }

  @Test("A track is stored once, read as it was, and stays when a later report replaces the ruck")
  func stored() async throws {
    try await record()
    let points = points(500)
    #expect(try await store(points) == 1)
    #expect(try await store(Array(points.prefix(100))) == 0)
    let track = try await rig.handlers.fetchTrack(.init(id: "r"), ada)
    #expect(track.points.map(\.point) == points)
    let later = Ruck(startedAt: Self.start, endedAt: Self.start + 7_200, distance: 1, loadWeight: 1)
    let replaced = try await rig.handlers.recordRuck(.init(later), ada).value
    #expect(replaced.hasTrack && replaced.distance == 1 && replaced.name == nil)
    #expect(try await rig.handlers.listRucks(.init(), ada).decoded().items.map(\.hasTrack) == [true])
    #expect(try await findings() == [])
  }

  @Test("A tolerance leaves points out")
  func tolerance() async throws {
    try await record()
    let points = points(500)
    _ = try await store(points)
    let simple = try await rig.handlers.fetchTrack(.init(id: "r", tolerance: 100), ada).points.map(\.point)
    #expect(simple == TrackSimplification.simplified(points, tolerance: 100) && simple.count < points.count)
  }

  @Test("A removed track returns only by hand; the ruck stays")
  func removed() async throws {
    try await record()
    _ = try await store(points(10))
    _ = try await rig.handlers.deleteTrack(.init(id: "r"), ada)
    #expect(try await rig.handlers.fetchRuck(.init(id: "r"), ada).hasTrack == false)
    for call in [1, 2] {
      let missing = await fault {
        if call == 1 { _ = try await rig.handlers.fetchTrack(.init(id: "r"), ada) }
        if call == 2 { _ = try await rig.handlers.deleteTrack(.init(id: "r"), ada) }
      }
      #expect(missing?.code == .notFound)
    }
    #expect(try await store(points(10), byHand: false) == 0)
    #expect(try await store(points(10), byHand: true) == 1)
    #expect(try await findings() == [])
    _ = try await rig.handlers.deleteRuck(.init(id: "r"), ada)
    #expect(try await findings() == [])
    try await record()
    #expect(try await rig.handlers.fetchRuck(.init(id: "r"), ada).hasTrack == false)
  }

  @Test("Rejects bytes that are not a track, ignores missing rucks and other users' rucks")
  func invalid() async throws {
    try await record()
    let wrong = SessionAPI.ImportedTrack(startedAt: Self.start, bytes: [1, 2, 3])
    let rejected = await fault {
      _ = try await rig.handlers.storeTracks(.init(tracks: [wrong], isFromConnector: false), ada)
    }
    #expect(rejected?.code == .invalid)
    #expect(try await store(points(10), after: 60) == 0)
    let ben = CallerContext(user: "ben")
    let call = SessionAPI.StoreTracks(tracks: [try imported(points(10))], isFromConnector: false)
    #expect(try await rig.handlers.storeTracks(call, ben).stored == 0)
    #expect(await fault { _ = try await rig.handlers.fetchTrack(.init(id: "r"), ben) }?.code == .notFound)
  }

  private func gpx(_ id: String, tolerance: Double? = nil) async throws -> String {
    var (text, after): (String, String?) = ("", nil)
    repeat {
      let page = try await rig.handlers.readTrackFile(.init(id: id, tolerance: tolerance, after: after), ada)
      text += String(decoding: page.bytes, as: UTF8.self)
      after = page.next
    } while after != nil
    return text
  }

  @Test("GPX has every point on any number of pages, and escapes the name")
  func file() async throws {
    try await record()
    _ = try await store(points(6_000))
    let first = try await rig.handlers.readTrackFile(.init(id: "r"), ada)
    #expect(first.next != nil && first.bytes.count < 2 * SessionLimits.exportBytes)
    let text = try await gpx("r")
    #expect(text.components(separatedBy: "<trkpt ").count == 6_001)
    #expect(text.contains("<name>A &lt;b&gt; &amp; \u{FFFD}</name>\n<desc>N</desc>"))
    let point = """
      <trkpt lat="52.5010000" lon="-13.3999900"><ele>34.25</ele><time>2026-11-01T10:00:01Z</time></trkpt>
      """
    #expect(text.contains(point))
    #expect(text.contains("<gpxtpx:hr>120</gpxtpx:hr>") && text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
    let next = try #require(first.next)
    _ = try await rig.handlers.deleteTrack(.init(id: "r"), ada)
    _ = try await store(points(10))
    #expect(
      await fault { _ = try await rig.handlers.readTrackFile(.init(id: "r", after: next), ada) }?.code == .conflict)
  }

  @Test("The account export has the tracks, however long they are")
  func exported() async throws {
    try await record("short")
    try await record("long", after: 10_000)
    _ = try await store(points(20))
    _ = try await store(points(6_000), after: 10_000)
    var (bytes, after): ([UInt8], String?) = ([], nil)
    repeat {
      let page = try await rig.handlers.readAccount(.init(after: after), ada)
      #expect(page.bytes.count < 3 * SessionLimits.exportBytes)
      bytes += page.bytes
      after = page.next
    } while after != nil
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let tracks = try #require(document["tracks"] as? [[String: String]])
    #expect(tracks.map { $0["ruckId"] } == ["short", "long"])
    let (short, long) = (try await gpx("short"), try await gpx("long"))
    #expect(tracks[0]["gpx"] == short && tracks[1]["gpx"] == long)
  }

  private static let damages: [SQL] = [
    "UPDATE tracks SET digest = substr(digest, 2)", "UPDATE tracks SET bytes = substr(bytes, 2)",
    "UPDATE tracks SET started_at = started_at + 1", "DELETE FROM tracks",
  ]

  @Test("The audit finds a damaged, a missing and a surplus track", arguments: damages.indices)
  func audited(damage: Int) async throws {
    try await record()
    _ = try await store(points(50))
    #expect(try await findings() == [])
    try await rig.database.write { try $0.run(Self.damages[damage]) }
    #expect(try await !findings().isEmpty)
  }
}
