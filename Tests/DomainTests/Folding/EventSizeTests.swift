import Domain
import Testing

@Suite("Size of events")
struct EventSizeTests {
  @Test("No rare event is larger than a recorded ruck, because each event is copied with the size of the largest")
  func size() {
    #expect(MemoryLayout<Event>.size <= MemoryLayout<RuckRecorded>.size + 1)
  }
}
