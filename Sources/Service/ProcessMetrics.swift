import Glibc

/// The metrics that every process has.
public enum ProcessMetrics {
  public static func add(to metrics: Metrics) {
    let startedAt = Clock.milliseconds
    metrics.gauge("waymark_resident_memory_bytes", help: "Memory of the process that is in RAM.") {
      Double(residentBytes() ?? 0)
    }
    metrics.gauge("waymark_uptime_seconds", help: "Time since the start of the process.") {
      Double(Clock.milliseconds - startedAt) / 1_000
    }
    metrics.gauge("waymark_cpu_seconds", help: "Processor time that the process has used.") { cpuSeconds() }
    metrics.gauge("waymark_build_info", help: "Always 1; the version is a label.", labels: ["version": Build.version]) {
      1
    }
  }

  /// Returns the resident memory of this process, or of another one.
  public static func residentBytes(of process: Int32? = nil) -> Int? {
    let path = "/proc/\(process.map(String.init) ?? "self")/statm"
    guard let bytes = try? Files.read(path) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  static func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
