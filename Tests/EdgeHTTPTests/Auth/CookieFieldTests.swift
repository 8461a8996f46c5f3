import Testing

@testable import EdgeHTTP

@Suite("The Cookie field")
struct CookieFieldTests {
  private static let secret = "wb_" + String(repeating: "a-Z_0", count: 8) + "xyz"

  private func find(_ field: String) -> CookieField.Found { CookieField.find(in: Array(field.utf8)) }

  @Test(
    "Finds the cookie at any place among others",
    arguments: ["waymark=S", "a=b; waymark=S", "waymark=S; a=b", "a=b;waymark=S;c", " waymark=S", "x;;y; waymark=S"])
  func found(field: String) {
    #expect(find(field.replacing("S", with: Self.secret)) == .value(Array(Self.secret.utf8)))
  }

  @Test(
    "Ignores other cookies",
    arguments: ["", "a=b", "waymark2=S", "xwaymark=S", "Waymark=S", "waymark", "a=waymark=S", ";;;", "=S"])
  func none(field: String) {
    #expect(find(field.replacing("S", with: Self.secret)) == .none)
  }

  @Test("Reports several cookies of one name, of which nobody knows the genuine one")
  func several() {
    for field in ["waymark=S; waymark=S", "waymark=S; waymark=x", "waymark=x; waymark=S", "waymark=; a=b; waymark="] {
      let field = field.replacing("S", with: Self.secret)
      #expect(find(field) == .several)
      #expect(find(field.replacing("waymark", with: "__Host-waymark")) == .several)
    }
  }

  @Test("Prefers the name that no other host can set")
  func names() {
    let other = "wb_" + String(repeating: "o", count: 43)
    for field in ["waymark=\(other); __Host-waymark=S", "__Host-waymark=S; waymark=\(other); waymark=x"] {
      let field = field.replacing("S", with: Self.secret)
      #expect(find(field) == .value(Array(Self.secret.utf8)) && CookieField.hasOldName(Array(field.utf8)))
    }
    #expect(!CookieField.hasOldName(Array("__Host-waymark=\(other)".utf8)))
  }

  @Test(
    "Reports a malformed cookie as wrong",
    arguments: [
      "waymark=", "waymark=x", "waymark=Sx", "waymark=\"S\"",
      "waymark=S ", "waymark= S", "waymark=wm_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
  func wrong(field: String) {
    #expect(find(field.replacing("S", with: Self.secret)) == .wrong)
  }

  @Test("Always sets the cookie with its flags")
  func flags() {
    func text(_ lines: [UInt8]) -> String { String(decoding: lines, as: UTF8.self) }
    let rest = "HttpOnly; SameSite=Strict"
    let plain = CookieField.Place(path: "", isSecure: false)
    #expect(
      text(CookieField.line(secret: "s", seconds: 60, plain))
        == "Set-Cookie: waymark=s; Path=/; Max-Age=60; \(rest)\r\n")
    let below = CookieField.Place(path: "/way", isSecure: true)
    #expect(
      text(CookieField.line(secret: "s", seconds: 60, below))
        == "Set-Cookie: waymark=s; Path=/way; Max-Age=60; \(rest); Secure\r\n")
    let secure = CookieField.Place(path: "", isSecure: true)
    #expect(
      text(CookieField.line(secret: "s", seconds: 60, secure))
        == "Set-Cookie: __Host-waymark=s; Path=/; Max-Age=60; \(rest); Secure\r\n")
    let cleared = ["__Host-waymark", "waymark"].map { "Set-Cookie: \($0)=; Path=/; Max-Age=0; \(rest); Secure\r\n" }
    #expect(text(CookieField.clearing(secure, hasOldName: true)) == cleared.joined())
    #expect(text(CookieField.clearing(secure, hasOldName: false)) == cleared[0])
    #expect(
      text(CookieField.clearing(plain, hasOldName: true)) == "Set-Cookie: waymark=; Path=/; Max-Age=0; \(rest)\r\n")
  }
}
