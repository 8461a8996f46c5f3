import Foundation
import Testing

@testable import WaymarkClient

@Suite struct AccountTests {
  private let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).json")

  private func client(_ chunks: [String], status: Int = 200) -> WaymarkClient {
    WaymarkClient(
      baseURL: URL(filePath: "/x"), tokens: .fixed("t"),
      transport: Pieces(chunks: chunks.map { Data($0.utf8) }, status: status))
  }

  @Test("Writes a complete document to a file, regardless of its chunks")
  func whole() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try await client(["{\"events\":[]", ",\n\"comple", "te\":true}\n"]).exportAccount(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"events\":[],\n\"complete\":true}\n")
    // A second export replaces the first.
    try await client(["{\"complete\":true}\n"]).exportAccount(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"complete\":true}\n")
  }

  @Test(
    "Leaves no file if the document is truncated or the request is rejected",
    arguments: [["{\"events\":[]"], [], ["x"]])
  func cut(chunks: [String]) async throws {
    await #expect(throws: APIError.networkUnavailable) { try await client(chunks).exportAccount(to: file) }
    await #expect(throws: APIError.unauthorized) {
      try await client(["{}"], status: 401).exportAccount(to: file)
    }
    for path in [file, file.appendingPathExtension("part")] {
      #expect(!FileManager.default.fileExists(atPath: path.path()))
    }
  }
}

/// Answers every request with the same chunks.
private struct Pieces: HTTPTransport {
  var chunks: [Data]
  var status: Int

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse { HTTPResponse(status: status) }

  func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    HTTPResponseStream(status: status, chunks: chunks)
  }
}
