import Foundation
import Testing

extension SystemTests.Page {
  @Suite("The rules of the page's queue", .enabled(if: Browser.isInstalled, Browser.absence))
  struct QueueRulesPageTests {
    /// Each script uses the module `rules`, and returns true.
    private static let rules: [(name: String, script: String)] = [
      (
        "entries are sent in order, and rejected ones do not hold up the others",
        """
        const entries = ["rejected", "waits", "waits"].map((state, id) => ({ id, state }));
        const next = rules.nextOf;
        return next(entries).id === 1 && next(entries.slice(0, 1)) === null && next([]) === null;
        """
      ),
      (
        "a response means one of four things",
        """
        const entry = made("ruck");
        const meanings = {
          sent: [200, 201, 204], ended: [401, 412], rejected: [400, 403, 404, 409, 413, 422],
          wait: [null, 408, 425, 429, 500, 502, 503, 504],
        };
        return Object.entries(meanings).every(([name, list]) =>
          list.every((status) => rules.meaningOf(entry, status) === name));
        """
      ),
      (
        "an error of the server holds up the others only a few times",
        """
        const outcomes = [0, 1, 2, 3, 4].map((failures) => rules.meaningOf({ ...made("ruck"), failures }, 500));
        return outcomes.join(" ") === "wait wait wait wait rejected";
        """
      ),
      (
        "a repeated answer to a question, and a repeated deletion, are done",
        """
        const prompt = made("prompt");
        return rules.meaningOf(prompt, 409) === "rejected"
          && rules.meaningOf({ ...prompt, triedAt: 1 }, 409) === "sent"
          && rules.meaningOf({ ...made("discard"), verb: "DELETE" }, 404) === "sent";
        """
      ),
      (
        "the latest answer about a dimension of a book replaces the waiting one",
        """
        const [one, other] = ["a/x", "a/y"].map((path, id) => ({ ...made("answer"), path, id }));
        const next = (path, kind = "answer") => rules.replacedBy({ ...made(kind), path }, [one, other]);
        return next("a/y").id === 1 && next("a/z") === null && next("a/y", "prompt") === null;
        """
      ),
      (
        "pauses double up to five minutes, with chance",
        """
        const pauses = [0, 1, 2, 20, 2000].map((failures) => rules.pauseAfter(failures, 1));
        return pauses.join() === "2000,4000,8000,300000,300000" && rules.pauseAfter(0, 0) === 1000;
        """
      ),
      (
        "a session is looked up if the server may have forgotten its key, whichever way the clock was changed",
        """
        const hour = 3_600_000;
        const old = (kind, triedAt, now) => rules.isLookedUp({ ...made(kind), triedAt }, now * hour);
        return !old("ruck", null, 99) && !old("ruck", 0, 20) && old("ruck", 0, 21) && old("reading", 40 * hour, 0)
          && !old("prompt", 0, 99);
        """
      ),
      (
        "a session is recognised by its owner and its start, however the instant is written",
        """
        const body = { workId: "a", startedAt: "2026-01-01T10:00:00.000Z", endedAt: "2026-01-01T11:00:00.000Z",
          startPage: 1, endPage: 2 };
        const item = { ...body, startedAt: "2026-01-01T10:00:00Z", endedAt: "2026-01-01T11:00:00Z" };
        const walk = { startedAt: body.startedAt, endedAt: body.endedAt, distance: 1, loadWeight: 2 };
        return rules.isExactly("reading", item, body) && rules.isSessionOf("reading", { ...item, endPage: 9 }, body)
          && !rules.isExactly("reading", { ...item, endPage: 9 }, body)
          && !rules.isSessionOf("reading", { ...item, workId: "b" }, body)
          && rules.isExactly("ruck", { ...walk, id: "x" }, walk)
          && !rules.isExactly("ruck", { ...walk, distance: 3 }, walk);
        """
      ),
      (
        "an edited entry has a new key, and removes what may have arrived",
        """
        const entry = { ...made("ruck"), body: 1, key: "k", triedAt: 5, failures: 3 };
        const next = rules.edited(entry, 2, "l");
        const untried = rules.edited({ ...entry, triedAt: null }, 2, "l");
        const rejected = rules.edited({ ...entry, state: "rejected", problem: {} }, 2, "l");
        return next.key === "l" && next.body === 2 && next.triedAt === null && next.failures === 0
          && next.earlier.join() === "1" && untried.earlier.length === 0 && rejected.earlier.length === 0
          && rejected.state === "waits" && rejected.problem === null;
        """
      ),
      (
        "the number of earlier bodies is limited",
        """
        let entry = made("ruck");
        for (let round = 0; round < 20; round += 1) entry = rules.edited({ ...entry, triedAt: 1 }, round, "k");
        return entry.earlier.length === rules.limits.earlier && entry.earlier.at(-1) === 18;
        """
      ),
      (
        "a discarded entry leaves nothing, or the removal of what may have arrived",
        """
        const entry = { ...made("ruck"), body: 1 };
        const removal = rules.discarded({ ...entry, triedAt: 5 });
        return rules.discarded(entry) === null && rules.discarded({ ...made("answer"), triedAt: 5 }) === null
          && rules.discarded({ ...entry, triedAt: 5, state: "rejected" }) === null
          && removal.isRemoval && removal.earlier.join() === "1";
        """
      ),
      (
        "the timer of this device comes first, and the server's is not shown while its end waits",
        """
        const active = { sessionId: "s", workId: "a", startedAt: "2026-01-01T10:00:00Z" };
        const local = { workId: "b", startedAt: "2026-01-01T10:00:00.000Z", startPage: 3 };
        const now = Date.parse("2026-01-01T10:01:30Z");
        const end = (sessionId, state = "waits") => [{ ...made("stop"), state, about: { sessionId } }];
        const shown = rules.timerNow(active, local, [], now);
        return shown.isLocal && shown.workId === "b" && shown.elapsedSeconds === 90
          && rules.timerNow(active, null, [], now) === active && rules.timerNow(null, null, end("s"), now) === null
          && rules.timerNow(active, null, end("s"), now) === null
          && rules.timerNow(active, null, end("other"), now) === active
          && rules.timerNow(active, null, end("s", "rejected"), now) === active;
        """
      ),
      (
        "a start whose response was lost is recognised by its book and its time",
        """
        const active = { sessionId: "s", workId: "a", startedAt: "2026-01-01T10:00:00Z" };
        const local = (workId, startedAt) => rules.isTimerOf({ workId, startedAt }, active);
        return local("a", "2026-01-01T10:00:59.000Z") && !local("a", "2026-01-01T10:01:00.000Z")
          && !local("b", "2026-01-01T10:00:00.000Z");
        """
      ),
      (
        "entries are listed with the sessions that they will become",
        """
        const day = (date) => date.toISOString().slice(0, 10);
        const at = (startedAt, more) => ({ startedAt, endedAt: startedAt, ...more });
        const entries = [
          { ...made("reading"), id: 1, body: at("2026-01-01T10:00:00Z", { workId: "a", endPage: 5 }) },
          { ...made("stop"), id: 2, body: { endedAt: "2026-01-02T10:00:00Z", endPage: 9 },
            about: { workId: "a", startedAt: "2026-01-02T09:00:00Z", startPage: 5 } },
          { ...made("ruck"), id: 3, body: at("2026-01-01T10:00:00Z") },
          { ...made("answer"), id: 4, about: { workId: "a" } },
          { ...made("reading"), id: 5, isRemoval: true, body: at("2026-01-01T10:00:00Z", { workId: "a" }) },
          { ...made("discard"), id: 6, about: {} },
        ];
        const ids = (path, query) => rules.listed(entries, path, query, day).map((entry) => entry.id).join();
        return ids("reading/sessions") === "1,2" && ids("reading/sessions", { workId: "b" }) === ""
          && ids("reading/sessions", { from: "2026-01-02", to: "2026-01-02" }) === "2" && ids("rucks") === "3"
          && ids("diversity/works", { workId: "a" }) === "4" && ids("diversity/works", { workId: "b" }) === ""
          && rules.pageNow("a", 1, entries) === 9 && rules.pageNow("b", 1, entries) === 1;
        """
      ),
      (
        "a stop whose timer is gone becomes a session with the same times and pages",
        """
        const about = { workId: "a", startedAt: "s", startPage: 1 };
        const session = rules.asSession({ ...made("stop"), body: { endedAt: "e", endPage: 2, sessionId: "x" }, about });
        return session.kind === "reading" && session.path === "reading/sessions"
          && JSON.stringify(session.body)
            === '{"workId":"a","startedAt":"s","endedAt":"e","startPage":1,"endPage":2}';
        """
      ),
      (
        "a thousand entries are kept at most",
        "return !rules.isFull(Array(999).fill({})) && rules.isFull(Array(1000).fill({}));"
      ),
    ]

    @Test("Every rule holds")
    func rules() throws {
      let stack = try Stack()
      let browser = try Browser(stack)
      try browser.open()
      try browser.waitFor(role: "button", name: "Sign in")
      let start = "const rules = module; const made = (kind) => rules.entryOf({ kind, path: 'p' }, 'k', 1, false);\n"
      for rule in Self.rules {
        let found = try browser.run(module: "kit/queue-rules.js", start + rule.script) as? Bool
        #expect(found == true, "\(rule.name)")
      }
    }
  }
}
