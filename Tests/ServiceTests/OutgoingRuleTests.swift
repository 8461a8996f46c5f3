import Testing

@testable import Service

@Suite struct OutgoingRuleTests {
  /// An address and whether `any` and `public` allow it.
  struct Case: CustomTestStringConvertible, Sendable {
    var address: String
    var any: Bool
    var onlyPublic: Bool
    var testDescription: String { address }

    init(_ address: String, any: Bool, public onlyPublic: Bool) {
      self.address = address
      self.any = any
      self.onlyPublic = onlyPublic
    }
  }

  static let cases = [
    // The public internet.
    Case("93.184.216.34", any: true, public: true), Case("1.1.1.1", any: true, public: true),
    Case("2606:4700:4700::1111", any: true, public: true), Case("2a00:1450:4001::8a", any: true, public: true),
    Case("172.15.255.255", any: true, public: true), Case("172.32.0.0", any: true, public: true),
    Case("100.63.255.255", any: true, public: true), Case("100.128.0.0", any: true, public: true),
    // The household and this machine.
    Case("127.0.0.1", any: true, public: false), Case("127.255.0.9", any: true, public: false),
    Case("10.0.0.1", any: true, public: false), Case("172.16.0.1", any: true, public: false),
    Case("172.31.255.255", any: true, public: false), Case("192.168.1.10", any: true, public: false),
    Case("100.64.0.1", any: true, public: false), Case("100.127.255.255", any: true, public: false),
    Case("::1", any: true, public: false), Case("fd12:3456:789a::1", any: true, public: false),
    Case("fc00::1", any: true, public: false), Case("fec0::1", any: true, public: false),
    // Reserved for protocols, documentation and measurements.
    Case("192.0.0.8", any: true, public: false), Case("192.0.2.1", any: true, public: false),
    Case("198.18.0.1", any: true, public: false), Case("198.51.100.7", any: true, public: false),
    Case("203.0.113.5", any: true, public: false), Case("192.88.99.1", any: true, public: false),
    Case("240.0.0.1", any: true, public: false), Case("2001:db8::1", any: true, public: false),
    Case("3fff::1", any: true, public: false), Case("100::1", any: true, public: false),
    // Link-local addresses and the services of clouds.
    Case("169.254.169.254", any: false, public: false), Case("169.254.0.1", any: false, public: false),
    Case("169.254.170.2", any: false, public: false), Case("100.100.100.200", any: false, public: false),
    Case("168.63.129.16", any: false, public: false), Case("192.0.0.192", any: false, public: false),
    Case("fd00:ec2::254", any: false, public: false), Case("fd20:ce::254", any: false, public: false),
    Case("fe80::1", any: false, public: false), Case("febf::1", any: false, public: false),
    // This machine in another way, multicast and broadcast.
    Case("0.0.0.0", any: false, public: false), Case("0.1.2.3", any: false, public: false),
    Case("::", any: false, public: false), Case("224.0.0.1", any: false, public: false),
    Case("239.255.255.250", any: false, public: false), Case("255.255.255.255", any: false, public: false),
    Case("ff02::1", any: false, public: false),
    // IPv4-mapped.
    Case("::ffff:93.184.216.34", any: true, public: true), Case("::ffff:127.0.0.1", any: true, public: false),
    Case("::ffff:10.1.2.3", any: true, public: false), Case("::ffff:169.254.169.254", any: false, public: false),
    Case("::ffff:a9fe:a9fe", any: false, public: false),
    // IPv4-compatible and IPv4-translated.
    Case("::169.254.169.254", any: false, public: false), Case("::127.0.0.1", any: true, public: false),
    Case("::ffff:0:169.254.169.254", any: false, public: false),
    // NAT64.
    Case("64:ff9b::93.184.216.34", any: true, public: true), Case("64:ff9b::10.0.0.1", any: true, public: false),
    Case("64:ff9b::169.254.169.254", any: false, public: false), Case("64:ff9b::127.0.0.1", any: true, public: false),
    Case("64:ff9b:1::169.254.169.254", any: false, public: false),
    Case("64:ff9b:1::93.184.216.34", any: true, public: false),
    // 6to4, Teredo and ISATAP.
    Case("2002:5db8:d822::1", any: true, public: true), Case("2002:a00:1::1", any: true, public: false),
    Case("2002:a9fe:a9fe::1", any: false, public: false), Case("2002:7f00:1::", any: true, public: false),
    Case("2001:0:5db8:d822::5601:5601", any: false, public: false),
    Case("2001:0:a9fe:a9fe::1", any: false, public: false),
    Case("2a00::5efe:169.254.169.254", any: false, public: false),
    Case("2a00::200:5efe:10.0.0.1", any: true, public: false),
  ]

  @Test("Allows addresses by the rules any and public", arguments: cases)
  func addresses(_ row: Case) throws {
    let address = try #require(IPAddress(parsing: row.address))
    #expect(OutgoingRule.any.allows(address, host: "h.example.org") == row.any)
    #expect(OutgoingRule.onlyPublic.allows(address, host: "h.example.org") == row.onlyPublic)
    #expect(!OutgoingRule.none.allows(address, host: "h.example.org"))
  }

  @Test("A list allows its hosts and ranges, but its hosts never lead to link-local addresses")
  func list() throws {
    let rule = try OutgoingRule(parsing: "Books.example.org., 10.1.0.0/16,fd00::/8")
    func allows(_ host: String, _ address: String) throws -> Bool {
      rule.allows(try #require(IPAddress(parsing: address)), host: host)
    }
    #expect(try allows("books.example.org", "93.184.216.34"))
    #expect(try allows("books.example.org", "127.0.0.1"))
    #expect(try !allows("books.example.org", "169.254.169.254"))
    #expect(try !allows("x.books.example.org", "93.184.216.34"))
    #expect(try allows("10.1.2.3", "10.1.2.3"))
    #expect(try allows("other.example.org", "10.1.2.3"))
    #expect(try !allows("10.2.0.1", "10.2.0.1"))
    #expect(try allows("nas", "fd12::1"))
    #expect(try !allows("nas", "2002:a01:203::1"))
  }

  @Test("Reads the setting", arguments: [("any", OutgoingRule.any), ("public", .onlyPublic), ("none", .none)])
  func words(text: String, rule: OutgoingRule) throws {
    #expect(try OutgoingRule(parsing: text) == rule)
  }

  @Test(
    "Rejects a setting that is not a host or a range",
    arguments: [",", "any,10.0.0.0/8", "http://h", "h:80", "10.0.0.0/99", "0x7f.1", "2130706433", "a b..c", "-, ü"])
  func malformed(text: String) {
    let error = #expect(throws: SettingsError.self) { try OutgoingRule(parsing: text) }
    #expect(error?.description.hasPrefix("WAYMARK_OUTGOING") == true)
  }

  @Test("The settings name the servers and the look-up")
  func settings() throws {
    func read(_ variables: [String: String]) throws -> Settings {
      try Settings(flags: [:], environment: { variables[$0] })
    }
    #expect(try read([:]).outgoing == .any)
    #expect(try read([:]).looksUpBooks)
    #expect(try !read(["WAYMARK_OUTGOING": "none"]).looksUpBooks)
    #expect(try !read(["WAYMARK_OUTGOING": "none", "WAYMARK_LOOKUP": "openlibrary"]).looksUpBooks)
    #expect(try !read(["WAYMARK_LOOKUP": "none"]).looksUpBooks)
    #expect(throws: SettingsError("WAYMARK_LOOKUP: 'google' is not openlibrary or none")) {
      try read(["WAYMARK_LOOKUP": "google"])
    }
  }
}
