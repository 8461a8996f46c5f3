import Glibc
import Service

/// pgbench with the rows of a recorded session: prepared statements, one commit per session, and one user per
/// connection, so that connections do not wait for each other's row locks.
struct PgbenchInserts {
  private let uri: String
  private let program: String
  private let directory: String

  /// Copies of the project's tables with their keys and indexes.
  private static let setUp = """
    CREATE TABLE pgbench_users_of_ours (LIKE users INCLUDING ALL);
    CREATE TABLE pgbench_journal (LIKE journal INCLUDING ALL);
    CREATE TABLE pgbench_sessions (LIKE sessions INCLUDING ALL);
    INSERT INTO pgbench_users_of_ours (user_id, chain_start, head_seq, head_checksum, hero_count, timezone, day_start,
      rest_days, created_at) SELECT 'user' || n, 0, 0, 0, 0, 'UTC', 0, 0, 0 FROM generate_series(0, 999) AS n;

    """

  private static let session = """
    \\set n :n + 1
    BEGIN;
    INSERT INTO pgbench_sessions (user_id, started_at, story_id, ended_at, completed, duration, given)
      VALUES ('user' || :client_id, 1262304000 + :n * 600, 'bench', 1262304300 + :n * 600, 1, 300, 300);
    INSERT INTO pgbench_journal (user_id, seq, event, checksum, recorded_at)
      VALUES ('user' || :client_id, :n, decode(repeat('a5', 90), 'hex'), :n * 7919, 1262304000 + :n);
    UPDATE pgbench_users_of_ours SET head_seq = :n, head_checksum = :n * 7919 WHERE user_id = 'user' || :client_id;
    COMMIT;

    """

  /// Writes its scripts to `directory`. The project's tables must exist.
  init(_ uri: String, in directory: String) throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let programs = path.split(separator: ":").map { "\($0)/pgbench" }
    guard let program = programs.first(where: { access($0, X_OK) == 0 }) else {
      throw BenchFailure("pgbench is missing; install the Debian package postgresql")
    }
    (self.uri, self.program, self.directory) = (uri, program, directory)
    try Files.replace(directory + "/setup.sql", with: Self.setUp)
    try Files.replace(directory + "/session.sql", with: Self.session)
    _ = try output(["--client=1", "--transactions=1", "--file=\(directory)/setup.sql"])
  }

  /// Returns commits per second. Each connection writes `rows` sessions, starting at number `first`.
  func rate(connections: Int, rows: Int, from first: Int) throws -> Double {
    let text = try output([
      "--client=\(connections)", "--jobs=2", "--transactions=\(rows)", "--protocol=prepared", "--define=n=\(first)",
      "--file=\(directory)/session.sql",
    ])
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(of: "tps"), place + 2 < words.count, let rate = Double(words[place + 2]) else {
      throw BenchFailure("pgbench did not finish: \(text.prefix(200))")
    }
    return rate
  }

  private func output(_ arguments: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchFailure("cannot create a pipe: \(Errno.text)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = try BenchStack.spawn(program, ["pgbench", "--no-vacuum"] + arguments + [uri], output: ends[1])
    close(ends[1])
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(ends[0], &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    close(ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard status == 0 else { throw BenchFailure("pgbench failed: \(arguments.joined(separator: " "))") }
    return String(decoding: text, as: UTF8.self)
  }
}
