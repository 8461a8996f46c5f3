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

  @Test(
    "Reports a malformed or duplicate cookie as wrong",
    arguments: [
      "waymark=", "waymark=x", "waymark=S; waymark=S", "waymark=S; waymark=x", "waymark=Sx", "waymark=\"S\"",
      "waymark=S ", "waymark= S", "waymark=wm_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
  func wrong(field: String) {
    #expect(find(field.replacing("S", with: Self.secret)) == .wrong)
  }

  @Test("Always sets the cookie with its flags")
  func flags() {
    for (path, isSecure, secret) in [("", false, "s" as String?), ("/way", true, "s"), ("", true, nil)] {
      let line = CookieField.line(secret: secret, seconds: 60, path: path, isSecure: isSecure)
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.hasPrefix("Set-Cookie: waymark=\(secret ?? ""); Path=\(path.isEmpty ? "/" : path); "))
      #expect(text.contains("; Max-Age=\(secret == nil ? 0 : 60); HttpOnly; SameSite=Strict"))
      #expect(text.contains("; Secure") == isSecure && text.hasSuffix("\r\n"))
    }
  }
}
