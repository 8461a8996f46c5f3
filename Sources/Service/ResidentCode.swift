import Glibc

/// Starting a process touches most pages of the executable, to read metadata and initialise libraries. They stay
/// resident in each of the six processes, although few are needed again.
enum ResidentCode {
  /// Unmaps the pages of code. They are unchanged file pages, so mapping one again from the page cache takes about a
  /// microsecond. Writable memory is unaffected.
  static func release() {
    guard let maps = try? Files.read("/proc/self/maps") else { return }
    for line in maps.split(separator: 0x0A) {
      let words = line.split(separator: 0x20)
      // `start-end r-xp offset device inode path`: only code is executable, and it is never written.
      guard words.count >= 6, words[1].elementsEqual("r-xp".utf8), words[5].first == 0x2F,
        case let ends = words[0].split(separator: 0x2D), ends.count == 2,
        let start = UInt(String(decoding: ends[0], as: UTF8.self), radix: 16),
        let end = UInt(String(decoding: ends[1], as: UTF8.self), radix: 16), start < end
      else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
  }
}
