import CLinux
import Glibc
import Service

/// Held by the one `up` of a data directory for as long as it lives; the system lets go of it whatever happens.
struct DataLock: ~Copyable {
  private let descriptor: Int32

  init(_ settings: Settings) throws(CommandFailure) {
    let path = settings.data + "/waymark.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandFailure("cannot open \(path): \(Errno.text)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let pid = holder.isEmpty ? "" : " (process \(holder.prefix { $0 != "\n" }))"
      throw CommandFailure("another 'waymark up'\(pid) runs on \(settings.data); stop it or give another --data")
    }
    ftruncate(descriptor, 0)
    Output.write("\(getpid())\n", to: descriptor)
  }

  deinit {
    close(descriptor)
  }
}
