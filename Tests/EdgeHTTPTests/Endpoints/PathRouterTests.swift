import API
import Domain
import Testing

@testable import EdgeHTTP

@Suite("Finding the endpoint of a path")
struct PathRouterTests {
  private let router = PathRouter(Endpoints.all, base: Endpoints.base)

  /// Returns the endpoint's path and the values of its parameters.
  private func found(_ path: String) -> String {
    let bytes = [UInt8](("/api/v1" + path).utf8)
    guard let match = router.match(bytes.span, 0..<bytes.count), let row = router.row(match, .get) else {
      return "none"
    }
    let values = (0..<match.parameters.count).map { place in
      String(decoding: bytes[match.parameters[place]], as: UTF8.self)
    }
    return ([Endpoints.all[row].path] + values).joined(separator: " ")
  }

  @Test(
    "The last hyphen separates the two parameters of a segment, before the ending",
    arguments: [
      ("/review/2026", "/review/{year} 2026"), ("/review/2026.svg", "/review/{year}.svg 2026"),
      ("/review/2026-03", "/review/{year}-{month} 2026 03"),
      ("/review/2026-03.svg", "/review/{year}-{month}.svg 2026 03"),
      ("/review/2026-03.pdf", "/review/{year}-{month}.pdf 2026 03"),
      ("/review/2026-03.txt", "/review/{year}-{month} 2026 03.txt"),
      ("/review/-1-03", "/review/{year}-{month} -1 03"), ("/review/2026-03-04", "/review/{year}-{month} 2026-03 04"),
      ("/review/-1", "/review/{year} -1"), ("/review/2026-", "/review/{year} 2026-"), ("/review/-", "/review/{year} -"),
      ("/review/-.svg", "/review/{year}.svg -"), ("/review/2026-.svg", "/review/{year}-{month} 2026 .svg"),
      ("/review/.svg", "/review/{year} .svg"), ("/review", "none"), ("/review/", "none"), ("/review/2026/03", "none"),
      ("/rucks/walk-1", "/rucks/{id} walk-1"), ("/rucks/weekly", "/rucks/weekly"),
    ])
  func pairs(path: String, expected: String) {
    #expect(found(path) == expected)
  }

  @Test("Every row of the table is found by a path with its parameters")
  func rows() {
    for (row, endpoint) in Endpoints.all.enumerated() {
      let path = (Endpoints.base + endpoint.path).replacing("{month}", with: "03")
      let filled = path.replacing(/\{[A-Za-z]+\}/, with: "7")
      let bytes = [UInt8](filled.utf8)
      let match = router.match(bytes.span, 0..<bytes.count)
      #expect(match.flatMap { router.row($0, Verb(endpoint.verb)) } == row, "\(endpoint.path)")
      #expect(match?.parameters.count == endpoint.parameters.count { $0.place == .path }, "\(endpoint.path)")
    }
  }
}
