import Testing

extension SystemTests.Page {
  @Suite("The tests' clicks", .enabled(if: Browser.isInstalled, Browser.absence))
  struct ClickTests {
    @Test("A click that misses a moving button is repeated, and one that arrives is not")
    func moving() throws {
      let stack = try Stack()
      let browser = try Browser(stack, screen: .desktop)
      try browser.open()
      try browser.waitFor(role: "heading", name: "Sign in")
      try browser.run(
        """
        const button = document.createElement("button");
        button.textContent = "Count";
        button.style.position = "absolute";
        button.style.top = "100px";
        window.clicks = 0;
        button.addEventListener("click", () => { window.clicks += 1; });
        // The button is released at another place than it is pressed.
        button.addEventListener("mousedown", () => { button.style.top = "400px"; }, { once: true });
        document.body.replaceChildren(button);
        """)
      for count in 1...2 {
        try browser.click(role: "button", name: "Count")
        #expect(try browser.run("return window.clicks") as? Int == count)
      }
    }
  }
}
