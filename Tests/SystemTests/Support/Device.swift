import Crypto
import Foundation
import Testing

/// A client that knows only an address, a name and a device token, as it was typed.
struct Device {
  let client: HTTPClient
  let name: String
  let token: String

  /// Makes a device token for the user.
  init(_ owner: HTTPClient, name: String, scopes: String = #"["read", "write"]"#) throws {
    let made = try owner.post("/api/v1/tokens", #"{"name": "device", "kind": "device", "scopes": \#(scopes)}"#)
    token = try #require(made.object["token"] as? String, "\(made.text)")
    self.name = name
    var client = owner
    client.token = nil
    self.client = client
  }

  /// The fields of Basic credentials.
  var basic: [String: String] {
    ["Authorization": "Basic " + Data("\(name):\(token)".utf8).base64EncodedString()]
  }

  /// Sends a request to `/dav`.
  func dav(_ method: String, _ path: String, _ body: [UInt8]? = nil, _ fields: [String: String] = [:]) throws
    -> Response
  {
    let fields = basic.merging(fields) { $1 }
    guard let body else { return try client.send(method, "/dav" + path, headers: fields) }
    return try client.upload("/dav" + path, body, method: method, headers: fields)
  }

  /// Sends a request to `/kosync`. The reader sends the MD5 of what was typed.
  func kosync(
    _ method: String, _ path: String, _ body: String? = nil, typed: String? = nil
  ) throws -> Response {
    let fields = ["x-auth-user": name, "x-auth-key": MD5.hex([UInt8]((typed ?? token).utf8))]
    return try client.send(method, "/kosync" + path, body, type: "application/json", headers: fields)
  }

  func push(_ document: String, _ percentage: Double, _ more: String = "") throws -> Response {
    let place = "/body/DocFragment[20]/body/p[22]/img.0"
    let body = #"""
      {"document": "\#(document)", "progress": "\#(place)", "percentage": \#(percentage), "device": "Kobo",
       "device_id": "AB12"\#(more)}
      """#
    return try kosync("PUT", "/syncs/progress", body)
  }
}

/// Makes files of KOReader's statistics.
enum Statistics {
  private static let script = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1])
    base.executescript(\"\"\"
      PRAGMA journal_mode = WAL;
      CREATE TABLE book (id integer PRIMARY KEY, title text, authors text, notes integer, last_open integer,
        highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
        total_read_pages integer);
      CREATE TABLE page_stat_data (id_book integer, page integer NOT NULL DEFAULT 0,
        start_time integer NOT NULL DEFAULT 0, duration integer NOT NULL DEFAULT 0,
        total_pages integer NOT NULL DEFAULT 0);\"\"\" + sys.argv[2])
    base.commit()
    base.close()
    """

  static let md5 = "0b229176d4e8db7f6d2b5a4952368d7a"
  static let book = """
    INSERT INTO book (id, title, authors, pages, md5) VALUES (1, 'Dune', 'Frank Herbert', 300, '\(md5)');
    """

  /// A page of a minute that was read at this time.
  static func page(_ number: Int, at start: Int) -> String {
    "INSERT INTO page_stat_data VALUES (1, \(number), \(start), 60, 300);"
  }

  static func file(_ statements: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/statistics.sqlite3"
    let made = try Executable.run(program: "/usr/bin/env", ["python3", "-c", script, path, statements])
    try #require(made.code == 0, "\(made.errors)")
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
