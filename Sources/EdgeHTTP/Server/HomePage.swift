import Crypto

/// The page at `/`: what this is, whether its services answer, and where its interface is described.
enum HomePage {
  static let page: FixedPage = {
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'; script-src '\(integrity([UInt8](script.utf8)))'"
    return FixedPage(
      FieldLines.html, html(script),
      fields: FieldLines.line("Content-Security-Policy", policy) + FieldLines.line("Referrer-Policy", "no-referrer"))
  }()

  /// The browser runs this one script and no other.
  private static func integrity(_ script: [UInt8]) -> String {
    var text: [UInt8] = []
    SHA256.hash(script).withUnsafeBytes { JSONBytes.append(base64: $0, to: &text) }
    return "sha256-" + String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
  }

  private static let script = """
    const list = document.getElementById("services");
    const note = document.getElementById("note");
    async function look() {
      try {
        const answer = await (await fetch("readyz", { cache: "no-store" })).json();
        list.replaceChildren(...Object.entries(answer.services).map(([name, state]) => {
          const item = document.createElement("li");
          item.className = state;
          item.textContent = `${name}: ${state}`;
          return item;
        }));
        note.textContent = "";
      } catch {
        note.textContent = "The server does not answer.";
      }
    }
    const who = document.getElementById("who");
    const form = document.getElementById("sign-in");
    const out = document.getElementById("sign-out");
    const session = (method, body) => fetch("api/v1/session", {
      method, credentials: "same-origin", body: body && JSON.stringify(body),
      headers: { "X-Requested-With": "waymark", ...(body && { "Content-Type": "application/json" }) },
    });
    async function show(failure) {
      const answer = await fetch("api/v1/profile", { cache: "no-store", credentials: "same-origin" });
      const profile = answer.ok ? await answer.json() : null;
      const name = profile && (profile.displayName ?? profile.userId);
      who.textContent = profile ? `Signed in as ${name}.` : failure ?? "Nobody is signed in.";
      form.hidden = profile !== null;
      out.hidden = profile === null;
    }
    async function signIn(body) {
      try {
        const answer = await session("POST", body);
        await show(answer.ok ? undefined : (await answer.json()).detail);
      } catch {
        who.textContent = "The server does not answer.";
      }
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      signIn({ token: form.elements.token.value.trim() });
      form.reset();
    });
    out.addEventListener("click", async () => { await session("DELETE"); await show(); });
    const code = new URLSearchParams(location.hash.slice(1)).get("code");
    if (code) {
      history.replaceState(null, "", location.pathname);
      signIn({ code });
    } else {
      show().catch(() => {});
    }
    look();
    setInterval(look, 5000);
    """

  private static func html(_ script: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Waymark</title>
    <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
    li { list-style: none; }
    li::before { content: "●"; margin-right: .5rem; color: #248a3d; }
    li.degraded::before { color: #b25000; }
    li.away::before { color: #d70015; }
    ul { padding: 0; }
    </style>
    </head>
    <body>
    <main>
    <h1>Waymark</h1>
    <p>A journal of what you hear, read and walk.</p>
    <h2>Signing in</h2>
    <p id="who" role="status"></p>
    <form id="sign-in" hidden>
    <label>A token <input name="token" type="password" autocomplete="current-password" required></label>
    <button>Sign in</button>
    </form>
    <p><button id="sign-out" type="button" hidden>Sign out</button></p>
    <h2>Services</h2>
    <ul id="services" aria-live="polite"></ul>
    <p id="note" role="status"></p>
    <noscript><p>The state of the services is at <a href="readyz">/readyz</a>.</p></noscript>
    <h2>For programs</h2>
    <p>The REST interface is below <code>/api/v1</code> and described in <a href="openapi.json">openapi.json</a>.</p>
    </main>
    <script>\(script)</script>
    </body>
    </html>
    """
  }
}
