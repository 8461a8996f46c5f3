import Glibc

/// Starting touches most of the executable's pages once: metadata is read, what is linked is initialised.
/// They stay resident although hardly any is needed again, in each of the five processes.
enum ResidentCode {
  /// Lets go of the pages of code. They are unchanged copies of files, so that one which is needed again is mapped in
  /// from the page cache, for about a microsecond. Memory with anything of our own in it is left alone.
  static func release() {
    guard let maps = try? Files.read("/proc/self/maps") else { return }
    for line in maps.split(separator: 0x0A) {
      let words = line.split(separator: 0x20)
      // `start-end r-xp offset device inode path`; code alone is executable, and never written.
      guard words.count >= 6, words[1].elementsEqual("r-xp".utf8), words[5].first == 0x2F,
        case let ends = words[0].split(separator: 0x2D), ends.count == 2,
        let start = UInt(String(decoding: ends[0], as: UTF8.self), radix: 16),
        let end = UInt(String(decoding: ends[1], as: UTF8.self), radix: 16), start < end
      else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
  }
}
