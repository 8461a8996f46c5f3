import API
import Domain
import Proto
import Testing

@testable import EdgeHTTP

@Suite("The track of a ruck over HTTP")
struct TrackTests {
  private struct Argument: Decodable {
    var id: String?
    var tolerance: Double?
    var after: String?
  }

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    let point = TrackPoint(time: 1_714_557_600, latitude: 52.5200066, longitude: -13.5, heartRate: 121)
    edge.service.reply(
      SessionAPI.FetchTrack.name, SessionAPI.FetchTrack.Reply(points: point.map { [.init($0)] } ?? []))
    edge.service.reply(
      SessionAPI.ReadTrackFile.name, SessionAPI.ReadExport.Reply(bytes: [UInt8]("<gpx/>".utf8), next: nil))
  }

  @Test("JSON is the default, with an ETag that depends on Accept")
  func json() throws {
    let response = try edge.send("GET", "/api/v1/rucks/r/track?tolerance=2.5", fields: ["Accept: */*"])
    #expect(response.status == 200 && response.body == #"{"points":[[1714557600,52.5200066,-13.5,null,121]]}"#)
    #expect(response.fields["etag"] != nil && response.fields["vary"] == "Authorization, Accept")
    let call = try #require(edge.service.calls(SessionAPI.FetchTrack.name).first)
    let argument = try CBORDecoder.decode(Argument.self, from: call.argument)
    #expect(argument.id == "r" && argument.tolerance == 2.5)
  }

  @Test("A client that accepts GPX gets a file")
  func gpx() throws {
    let response = try edge.send(
      "GET", "/api/v1/rucks/r/track?tolerance=2.5", fields: ["Accept: application/gpx+xml, */*;q=0.1"])
    #expect(response.status == 200 && response.body == "<gpx/>")
    #expect(response.fields["content-type"] == "application/gpx+xml")
    #expect(response.fields["content-disposition"] == "attachment; filename=\"waymark-track.gpx\"")
    let call = try #require(edge.service.calls(SessionAPI.ReadTrackFile.name).first)
    let argument = try CBORDecoder.decode(Argument.self, from: call.argument)
    #expect(argument.id == "r" && argument.tolerance == 2.5 && argument.after == nil)
    #expect(edge.service.calls(SessionAPI.FetchTrack.name).isEmpty)
  }

  @Test("Rejects a tolerance that is not a number of metres", arguments: ["-1", "x", "1000001", "nan"])
  func tolerance(text: String) throws {
    #expect(try edge.send("GET", "/api/v1/rucks/r/track?tolerance=\(text)").status == 400)
  }
}
