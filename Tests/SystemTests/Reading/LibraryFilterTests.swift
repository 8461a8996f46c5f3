import Foundation
import Testing

extension SystemTests {
  @Suite("Tags, filters and the search over the whole stack")
  struct LibraryFilterTests {
    private func ids(_ client: HTTPClient, _ query: String) throws -> [String] {
      try client.get("/api/v1/library?\(query)").object.list("items").map { $0.text("workId") ?? "" }
    }

    @Test("Tags are kept by clients that do not know them, and select and find works")
    func tags() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let kindred = "/api/v1/works/kindred"
      let made = try ada.put(kindred, #"{"title": "Kindred", "tags": [" Sea ", "club", "SEA"], "genres": ["Fiction"]}"#)
      #expect(made.status == 201 && made.object["tags"] as? [String] == ["Sea", "club"])
      #expect(try ada.put(kindred, #"{"title": "Kindred"}"#).object["tags"] as? [String] == ["Sea", "club"])
      let wrong = try ada.put(kindred, #"{"title": "Kindred", "tags": ["a", ""]}"#)
      #expect(wrong.status == 422 && wrong.text.contains("tags[1]"))
      #expect(
        try ada.put("/api/v1/works/dune", #"{"title": "Dune", "pageCount": 600}"#).object["tags"] as? [String] == [])
      for id in ["kindred", "dune"] {
        #expect(try ada.put("/api/v1/library/\(id)", #"{"status": "wantToRead"}"#).status == 201)
      }
      #expect(try ada.get("/api/v1/library/kindred").object["tags"] as? [String] == ["Sea", "club"])
      #expect(try ids(ada, "tag=sea") == ["kindred"] && ids(ada, "tag=se").isEmpty)
      #expect(try ids(ada, "sort=-title") == ["kindred", "dune"] && ids(ada, "sort=pages") == ["dune", "kindred"])
      let found = try ada.get("/api/v1/search?q=CLUB").object
      #expect(found.list("works").map { $0.text("id") } == ["kindred"] && found.list("rucks").isEmpty)
      #expect(try ada.put(kindred, #"{"title": "Kindred", "tags": []}"#).object["tags"] as? [String] == [])
      let eve = try stack.client(user: "eve")
      #expect(try eve.get("/api/v1/search?q=kindred").object.list("works").isEmpty)
    }

    @Test("A wrong query value is 400")
    func wrong() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      for id in ["a", "b"] {
        _ = try ada.put("/api/v1/works/\(id)", #"{"title": "T"}"#)
        _ = try ada.put("/api/v1/library/\(id)", #"{"status": "wantToRead"}"#)
      }
      let cursor = try #require(try ada.get("/api/v1/library?sort=title&limit=1").object.text("nextCursor"))
      #expect(try ids(ada, "sort=title&limit=1&cursor=\(cursor)") == ["b"])
      let long = String(repeating: "x", count: 201)
      for query in [
        "library?sort=author&cursor=\(cursor)", "library?cursor=\(cursor)", "library?sort=colour", "library?rating=4.1",
        "library?rating=6", "library?year=x", "library?format=braille", "library?tag=", "search", "search?q=",
        "search?q=\(long)", "search?q=a&limit=51",
      ] {
        let response = try ada.get("/api/v1/\(query)")
        #expect(response.status == 400, "\(query): \(response.text)")
      }
    }

    @Test("Sorting a large library takes no longer than reading it some times")
    func measuresLargeLibrary() throws {
      let stack = try Stack()
      let ada = try stack.client(user: "ada")
      let count = Int(ProcessInfo.processInfo.environment["WAYMARK_LIBRARY_BOOKS"] ?? "") ?? 20_000
      var file = "Title,Authors,ISBN/UID,Read Status,Last Date Read,Date Added,Dates Read,Read Count,Tags\n"
      for number in 0..<count {
        file +=
          "Title \(number * 7_919 % count),Author \(number),,read,,2024/01/02,2024/01/02,1,\"tag \(number % 10)\"\n"
      }
      let path = stack.folder.path + "/books.csv"
      try Data(file.utf8).write(to: URL(fileURLWithPath: path))
      let imported = try stack.command("import", "storygraph", path, "--user", "ada")
      #expect(imported.code == 0, "\(imported.errors)")
      func shortest(_ path: String) throws -> Double {
        var times: [Double] = []
        for round in 0..<5 {
          // Another value each time, so that no kept reply is used.
          let seconds = try duration {
            let status = try ada.get("/api/v1/\(path)&limit=\(20 + round)").status
            #expect(status == 200)
          }
          times.append(seconds)
        }
        return try #require(times.min())
      }
      let all = try shortest("reads?year=2024")
      for path in ["library?sort=title", "library?sort=-finished", "library?tag=tag%201&sort=author", "search?q=title"]
      {
        let seconds = try shortest(path)
        print("\(count) books: \(path) takes \(seconds * 1_000) ms, all reads \(all * 1_000) ms")
        #expect(seconds < 10 * all + 0.05, "\(path)")
      }
    }
  }
}
