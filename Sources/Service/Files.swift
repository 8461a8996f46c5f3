import Glibc

/// Reads and writes small files without Foundation.
public enum Files {
  public static func makeDirectory(_ path: String, mode: UInt32) throws(SettingsError) {
    var part = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      part += "/" + name
      if mkdir(part, mode) != 0 && errno != EEXIST {
        throw SettingsError("cannot make the directory \(path): \(Errno.text)")
      }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw SettingsError("\(path) is not a directory")
    }
  }

  public static func read(_ path: String, atMost limit: Int = .max) throws(SettingsError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsError("cannot open \(path): \(Errno.text)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SettingsError("cannot read \(path): \(Errno.text)") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw SettingsError("\(path) has more than \(limit) bytes") }
    }
  }

  /// Replaces a file atomically.
  public static func replace(_ path: String, with text: String, mode: UInt32 = 0o600) throws(SettingsError) {
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SettingsError("cannot write \(draft): \(Errno.text)") }
    let bytes = Array(text.utf8)
    let count = write(descriptor, bytes, bytes.count)
    close(descriptor)
    guard count == bytes.count, rename(draft, path) == 0 else {
      let reason = count >= 0 && count < bytes.count ? Errno.text(ENOSPC) : Errno.text
      unlink(draft)
      throw SettingsError("cannot write \(path): \(reason)")
    }
  }

  /// Creates a file with its whole content, which survives a power failure. An existing file stays as it is.
  public static func createOnce(_ path: String, with text: String, mode: UInt32 = 0o600) throws(SettingsError) {
    let draft = "\(path).\(UInt64.random(in: .min ... .max)).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SettingsError("cannot write \(draft): \(Errno.text)") }
    defer { unlink(draft) }
    let bytes = Array(text.utf8)
    let isKept = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isKept, link(draft, path) == 0 || errno == EEXIST, syncDirectory(of: path) else {
      throw SettingsError("cannot write \(path): \(Errno.text)")
    }
  }

  private static func syncDirectory(of path: String) -> Bool {
    let end = path.lastIndex(of: "/")
    let descriptor = open(end.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }

  /// Resolves all symbolic links of a path. Returns nil if it does not exist.
  public static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the sorted names in a directory, or nil if it cannot be read.
  public static func names(in directory: String) -> [String]? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
