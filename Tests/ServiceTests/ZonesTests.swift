import Chronology
import Service
import Testing

@Suite struct ZonesTests {
  @Test(
    "Finds the zones of the system by name",
    arguments: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "GMT0", "Asia/Kathmandu"])
  func known(name: String) {
    let zones = Zones()
    #expect(zones.zone(named: name)?.name == name)
    #expect(zones.zone(named: name) === zones.zone(named: name))
  }

  @Test(
    "Rejects other names",
    arguments: [
      "", "/", "Europe", "Europe/", "/Europe/Berlin", "../zoneinfo/UTC", "Europe/../UTC", "./UTC", "Europe//Berlin",
      "posix/UTC", "right/UTC", "localtime", "posixrules", "tzdata.zi", "zone.tab", "leapseconds", "Mars/Olympus",
      "UTC\u{0}", "europe/berlin", "Europe/Berlin ", String(repeating: "a", count: 10_000),
    ])
  func unknown(name: String) {
    #expect(Zones().zone(named: name) == nil)
  }

  @Test("Returns the version of the rules")
  func version() {
    #expect(Zones().version != "unknown")
    #expect(Zones(directory: "/nowhere").version == "unknown")
    #expect(Zones(directory: "/nowhere").zone(named: "UTC") != nil)
    #expect(Zones(directory: "/nowhere").zone(named: "Europe/Berlin") == nil)
  }
}
