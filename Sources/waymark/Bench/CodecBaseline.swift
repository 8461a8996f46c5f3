import CLinux
import Glibc

/// The program `BenchBaseline`, where it lies beside this one: it measures Foundation's coders when asked.
final class CodecBaseline {
  private let process: pid_t
  private let questions: UnsafeMutablePointer<FILE>
  private let answers: UnsafeMutablePointer<FILE>

  /// Nil where the program is not there: it is built with the tests, not with the product.
  init?() {
    guard let path = CodecBaseline.path, let pipes = CodecBaseline.pipes() else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes.questions.read, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes.answers.write, 1)
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    let failure = posix_spawn(&child, path, &actions, nil, &arguments, current_environment())
    close(pipes.questions.read)
    close(pipes.answers.write)
    guard failure == 0, let questions = fdopen(pipes.questions.write, "w"),
      let answers = fdopen(pipes.answers.read, "r")
    else { return nil }
    process = child
    self.questions = questions
    self.answers = answers
  }

  deinit {
    fclose(questions)
    fclose(answers)
    waitpid(process, nil, 0)
  }

  /// Nanoseconds for one round of what the name says.
  func measure(_ name: String, count: Int) -> Double? {
    fputs("\(name) \(count)\n", questions)
    fflush(questions)
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), answers) != nil else { return nil }
    return strtod(line, nil)
  }

  private static var path: String? {
    var own = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &own, own.count)
    guard length > 0 else { return nil }
    let name = String(decoding: own[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = name.lastIndex(of: "/") else { return nil }
    let path = name[...slash] + "BenchBaseline"
    return access(String(path), X_OK) == 0 ? String(path) : nil
  }

  private static func pipes() -> (questions: (read: Int32, write: Int32), answers: (read: Int32, write: Int32))? {
    func pair() -> (read: Int32, write: Int32)? {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
    guard let questions = pair(), let answers = pair() else { return nil }
    return (questions, answers)
  }
}
