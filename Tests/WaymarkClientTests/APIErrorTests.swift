import Foundation
import Testing

@testable import WaymarkClient

@Suite("Errors")
struct APIErrorTests {
  private let now = instant("2026-11-20T10:00:00Z")

  @Test(
    "Converts each status to its error",
    arguments: [
      (401, APIError.unauthorized), (403, .forbidden), (404, .notFound), (409, .conflict(detail: "why")),
      (400, .refused(status: 400, detail: "why")), (413, .refused(status: 413, detail: "why")),
      (429, .rateLimited(retryAfterSeconds: 7)), (500, .server(status: 500, detail: "why")),
      (503, .server(status: 503, detail: "why")),
      (422, .validation([FieldError(field: "", message: "why")])),
    ])
  func statuses(status: Int, expected: APIError) {
    #expect(APIError(.problem(status, "why", ["Retry-After": "7"]), now: now) == expected)
  }

  @Test("A validation error lists the rejected fields")
  func members() {
    let body = #"{"status":422,"errors":[{"field":"endedAt","message":"is before startedAt"}]}"#
    let error = APIError(.json(422, body), now: now)
    #expect(error == .validation([FieldError(field: "endedAt", message: "is before startedAt")]))
    #expect(error.localizedDescription == "endedAt: is before startedAt")
  }

  @Test("Converts an HTML page of a proxy to an error without detail")
  func htmlPage() {
    let page = HTTPResponse(status: 502, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8))
    #expect(APIError(page, now: now) == .server(status: 502, detail: nil))
  }

  @Test(
    "Only errors that may resolve themselves are retryable",
    arguments: [
      (APIError.networkUnavailable, true), (.rateLimited(retryAfterSeconds: nil), true),
      (.server(status: 500, detail: nil), true), (.server(status: 503, detail: nil), true),
      (.server(status: 501, detail: nil), false), (.unauthorized, false), (.forbidden, false), (.notFound, false),
      (.conflict(detail: nil), false), (.validation([]), false), (.refused(status: 400, detail: nil), false),
      (.decoding(""), false), (.encoding(""), false), (.storage(""), false), (.cancelled, false),
    ])
  func retryable(error: APIError, isRetryable: Bool) {
    #expect(error.isRetryable == isRetryable)
    #expect(error.localizedDescription.hasSuffix(".") || error == .validation([]))
    #expect(!error.localizedDescription.contains("Client"))
  }

  @Test(
    "Parses Retry-After as seconds and as a date",
    arguments: [("12", 12.0), ("0", 0), ("-3", 0), ("Fri, 20 Nov 2026 10:00:30 GMT", 30), ("soon", nil)])
  func retryAfter(text: String, seconds: Double?) {
    let response = HTTPResponse(status: 503, headers: ["retry-after": text])
    #expect(response.retryAfterSeconds(now: now) == seconds)
  }

  @Test("A decoding error names the path of the wrong member")
  func decoding() {
    let body = Data(#"{"milestones":[{"id":7}]}"#.utf8)
    do throws(APIError) {
      _ = try WireFormat.decode(MilestonesResponse.self, from: body)
      Issue.record("A number was decoded as a string")
    } catch {
      guard case .decoding(let text) = error else {
        Issue.record("\(error) is not a decoding error")
        return
      }
      #expect(text.hasPrefix("milestones[0].id: "))
    }
  }
}
