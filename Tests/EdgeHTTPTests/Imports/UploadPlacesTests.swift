import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite("The places of uploads")
struct UploadPlacesTests {
  private let mebibyte = 1 << 20
  private let second: UInt64 = 1_000_000_000

  private func upload(
    _ id: UInt64, _ user: String, mebibytes: Int = 64, at: UInt64 = 0, isSending: Bool = true, isWorking: Bool = false
  ) -> UploadPlaces.Upload {
    UploadPlaces.Upload(
      id: id, user: user, bytes: mebibytes * mebibyte, startedAt: at * second, isSending: isSending,
      isWorking: isWorking)
  }

  private func decide(
    _ uploads: [UploadPlaces.Upload], _ user: String, mebibytes: Int = 1, at: UInt64 = 0
  ) -> UploadPlaces.Decision {
    UploadPlaces(uploads: uploads).decide(user, bytes: mebibytes * mebibyte, now: at * second)
  }

  @Test("A user has one upload and a limited number and size of further ones")
  func ofUser() {
    let own = (0..<5).map { upload($0, "ada") }
    #expect(decide([], "ada", mebibytes: 64) == .admit)
    #expect(decide(Array(own[..<4]), "ada", mebibytes: 64) == .admit)
    #expect(decide(own, "ada") == .rejectUser)
    let small = (0...16).map { upload($0, "ada", mebibytes: 1) }
    #expect(decide(Array(small[..<16]), "ada") == .admit && decide(small, "ada") == .rejectUser)
    #expect(decide(own + small, "bob") == .admit)
  }

  @Test("If all uploads have reached the limit, the user with the most loses the newest that is not being imported")
  func heaviest() {
    let own = (0..<5).map { upload($0, "eve", isSending: $0 > 0, isWorking: $0 == 0) }
    let others = (5..<16).map { upload($0, "user \($0)") }
    #expect(decide(own + others, "ada") == .evict(4))
    #expect(decide(own + others, "user 5", mebibytes: 64) == .evict(4))
    #expect(decide(own + others, "eve") == .rejectUser)
    let waiting = [upload(1, "eve", isSending: false), upload(2, "eve", isSending: false, isWorking: true)]
    #expect(decide(waiting + (3..<17).map { upload($0, "user \($0)") }, "ada", mebibytes: 64) == .evict(1))
  }

  @Test("If all users have the same, an upload that is slow makes room, and otherwise the new one is rejected")
  func slow() {
    let uploads = (0..<16).map { upload($0, "user \($0)", at: $0, isSending: $0 != 0) }
    #expect(decide(uploads, "ada", mebibytes: 64, at: 60) == .reject)
    #expect(decide(uploads, "ada", mebibytes: 64, at: 61) == .evict(1))
    #expect(decide(uploads, "user 1", mebibytes: 64, at: 62) == .evict(2))
    #expect(decide(uploads.map { upload($0.id, $0.user, isSending: false) }, "ada", mebibytes: 64, at: 99) == .reject)
  }

  @Test("Small files count too: their number is limited")
  func number() {
    let uploads = (0..<UInt64(Limits.uploads)).map { upload($0, "user \($0)", mebibytes: 0) }
    #expect(decide(Array(uploads.dropLast()), "ada") == .admit && decide(uploads, "ada") == .reject)
  }

  @Test(
    "However many users upload, deciding ends, and the bytes of all and of each stay within the limits",
    arguments: 1...20)
  func anyUploads(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var uploads: [UploadPlaces.Upload] = []
    for id in 0..<300 {
      let user = "user \(Int.random(in: 0...20, using: &random) / 3)"
      let size = Int.random(in: 0...64, using: &random)
      var isDecided = false
      while !isDecided {
        switch decide(uploads, user, mebibytes: size, at: UInt64(id)) {
        case .admit:
          let isSending = Bool.random(using: &random)
          uploads.append(upload(UInt64(id), user, mebibytes: size, at: UInt64(id), isSending: isSending))
          isDecided = true
        case .evict(let victim):
          let before = uploads.count
          uploads.removeAll { $0.id == victim && !$0.isWorking }
          #expect(uploads.count == before - 1)
          if uploads.count == before { return }
        case .reject, .rejectUser: isDecided = true
        }
      }
      #expect(uploads.reduce(0) { $0 + $1.bytes } <= Limits.uploadBytes && uploads.count <= Limits.uploads)
      let own = uploads.filter { $0.user == user }
      #expect(own.dropFirst().reduce(0) { $0 + $1.bytes } <= Limits.waitingImportBytes)
      if Bool.random(using: &random), let ended = uploads.randomElement(using: &random) {
        uploads.removeAll { $0 == ended }
      }
    }
  }
}
