import Foundation
import Programs
import Testing

extension SystemTests {
  @Suite("A full disk")
  struct DiskFullTests {
    private func write(_ client: HTTPClient, _ id: String) throws -> Int {
      try client.put("/api/v1/heroes/\(id)", #"{"name": "Ada"}"#).status
    }

    private func withStack(_ body: (SmallDisk, Stack, HTTPClient) throws -> Void) throws {
      guard let disk = try SmallDisk(mebibytes: 6) else {
        print("SKIPPED: a full disk (mounting is not permitted here)")
        return
      }
      let stack = try Stack(data: disk.path + "/data")
      let client = try stack.client(user: "ada")
      #expect(try write(client, "first") == 201)
      try eventually("the reserve exists") {
        FileManager.default.fileExists(atPath: disk.path + "/data/reserve")
      }
      try body(disk, stack, client)
    }

    @Test("Files that are being sent leave space for the writes of others")
    func uploads() throws {
      guard let disk = try SmallDisk(mebibytes: 120) else {
        print("SKIPPED: a small disk (mounting is not permitted here)")
        return
      }
      let stack = try Stack(data: disk.path + "/data")
      let ada = try stack.client(user: "ada")
      let size = 29 << 20
      var connections: [Int32] = []
      defer { for connection in connections { close(connection) } }
      for number in 0..<4 {
        let eve = try stack.client(user: "eve\(number)")
        let connection = try eve.connect()
        connections.append(connection)
        let head = """
          POST /api/v1/imports?format=gpx HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(try #require(eve.token))\r
          Content-Length: \(size)\r\n\r\n
          """
        // The server may reject the file before it is complete.
        try? eve.write(Array(head.utf8) + [UInt8](repeating: 0x20, count: size - 1), to: connection)
        #expect(try write(ada, "hero\(number)") == 201)
      }
      let files = try FileManager.default.attributesOfFileSystem(forPath: disk.path)
      #expect(try #require(files[.systemFreeSize] as? Int) >= 60 << 20)
      #expect(try ada.get("/readyz").status == 200)
    }

    @Test("A process killed while the disk is full is restarted, and up continues", arguments: Stack.names)
    func deaths(name: String) throws {
      try withStack { disk, stack, client in
        disk.fill()
        #expect(try write(client, "second") == 503)
        let pid = try stack.pid(of: name)
        kill(pid, SIGKILL)
        try eventually("facts can be read again") {
          try !isAlive(pid) && client.get("/api/v1/heroes/first").status == 200
        }
        #expect(stack.program.isRunning)
        disk.empty()
        try eventually("the stack is healthy and lists the new process") {
          try write(client, "third") < 300 && client.get("/readyz").status == 200
            && stack.pids().count == Stack.names.count && stack.pid(of: name) != pid
        }
        #expect(stack.stop() == 0)
      }
    }

    @Test("On a full disk, the stack starts and facts can be read")
    func start() throws {
      try withStack { disk, stack, client in
        #expect(stack.stop() == 0)
        disk.fill()
        let again = try Stack(data: disk.path + "/data")
        let reader = HTTPClient(port: again.port, token: client.token)
        #expect(try reader.get("/api/v1/heroes/first").status == 200)
        // The reserve also leaves space for some writes.
        #expect([201, 503].contains(try write(reader, "second")))
        disk.empty()
        try eventually("writes are accepted again") { try write(reader, "third") < 300 }
        #expect(again.stop() == 0)
      }
    }
  }
}
