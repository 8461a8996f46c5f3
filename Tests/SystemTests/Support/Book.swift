import Foundation
import Synchronization
import Testing

/// A work in the library with the status reading.
struct Book {
  let client: HTTPClient
  let id: String

  init(_ client: HTTPClient, _ id: String = "kindred", currentPage: Int = 12) throws {
    self.client = client
    self.id = id
    let work = try client.put(
      "/api/v1/works/\(id)",
      #"{"title": "Kindred", "authors": ["Octavia E. Butler"], "pageCount": 264, "publishedYear": 1979}"#)
    #expect(work.status == 201, "\(work.text)")
    let entry = try client.put("/api/v1/library/\(id)", #"{"status": "reading", "currentPage": \#(currentPage)}"#)
    #expect(entry.status == 201, "\(entry.text)")
  }

  func start() throws -> Response {
    try client.post("/api/v1/reading/timer", #"{"workId": "\#(id)"}"#)
  }

  func stop(at page: Int) throws -> Response {
    try client.post("/api/v1/reading/timer/stop", #"{"endPage": \#(page)}"#)
  }

  /// Runs a session with the timer, and returns it with its prompt.
  func read(to page: Int) throws -> (session: [String: Any], prompt: [String: Any]?) {
    let started = try start()
    #expect(started.status == 201, "\(started.text)")
    let stopped = try stop(at: page)
    #expect(stopped.status == 200, "\(stopped.text)")
    return (try #require(stopped.object["session"] as? [String: Any]), stopped.object["prompt"] as? [String: Any])
  }

  func log(day: Int, minutes: Int, from: Int, to: Int) throws -> Response {
    let start = "2026-03-\(day < 10 ? "0" : "")\(day)T20:00:00Z"
    let end = "2026-03-\(day < 10 ? "0" : "")\(day)T20:\(minutes < 10 ? "0" : "")\(minutes):00Z"
    return try client.post(
      "/api/v1/reading/sessions",
      #"{"workId": "\#(id)", "startedAt": "\#(start)", "endedAt": "\#(end)", "startPage": \#(from), "endPage": \#(to)}"#
    )
  }

  func entry() throws -> [String: Any] { try client.get("/api/v1/library/\(id)").object }
  func statistics() throws -> [String: Any] { try client.get("/api/v1/diversity/stats").object }
  func completion() throws -> [String: Any] { try client.get("/api/v1/diversity/completion").object }

  func answer(_ prompt: String, _ value: String, headers: [String: String] = [:]) throws -> Response {
    try client.post("/api/v1/diversity/prompts/\(prompt)/answer", #"{"value": "\#(value)"}"#, headers: headers)
  }
}

extension Response {
  var items: [[String: Any]] { object["items"] as? [[String: Any]] ?? [] }
}

/// Runs `work` `count` times concurrently, each on its own thread.
func concurrently<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
  let results = ConcurrentResults<Value>(count)
  let group = DispatchGroup()
  let gate = DispatchSemaphore(value: 0)
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      gate.wait()
      results.put(Result { try work(index) }, at: index)
      group.leave()
    }
  }
  for _ in 0..<count { gate.signal() }
  group.wait()
  return try results.all()
}

private final class ConcurrentResults<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, any Error>?]>

  init(_ count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

  func put(_ result: Result<Value, any Error>, at index: Int) { results.withLock { $0[index] = result } }

  func all() throws -> [Value] { try results.withLock { $0 }.compactMap { try $0?.get() } }
}
