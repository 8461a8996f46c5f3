import Charts
import Foundation

/// A page that reads pictures as a browser does and measures their texts.
struct BrowserPage {
  private struct Picture: Encodable {
    var name: String
    /// Base 64, so that the browser's own reader sees the very bytes.
    var bytes: String
    /// The most that the kit says each text is wide.
    var widths: [Double]
  }

  private var pictures: [Picture] = []
  private(set) var textCount = 0

  mutating func add(_ name: String, _ drawing: Drawing, _ theme: Theme) {
    let bytes = Data(SVG.bytes(drawing, theme: theme)).base64EncodedString()
    pictures.append(Picture(name: name, bytes: bytes, widths: drawing.labels.map(\.box.width)))
    textCount += drawing.labels.count
  }

  func html() throws -> String {
    let list = String(decoding: try JSONEncoder().encode(pictures), as: UTF8.self)
    let script = "const pictures = \(list);\n\(Self.script)"
    return "<!doctype html><meta charset=\"utf-8\"><body><pre></pre><script>\n\(script)</script>"
  }

  /// Writes how many texts there are, and a line for each problem.
  private static let script = #"""
    const problems = [];
    let count = 0;
    for (const { name, bytes, widths } of pictures) {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(bytes), c => c.charCodeAt(0)));
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      if (parsed.querySelector("parsererror")) { problems.push(`${name}: not XML`); continue; }
      const svg = document.importNode(parsed.documentElement, true);
      document.body.append(svg);
      const view = svg.viewBox.baseVal;
      // Glyphs have whole pixels on the screen, which is coarser where a card is shown small.
      const slack = 0.5 + 1.5 * Math.max(0, view.width / svg.width.baseVal.value - 1);
      const texts = [...svg.querySelectorAll("text")].map(text => ({ words: text.textContent, box: text.getBBox() }));
      if (texts.length !== widths.length) problems.push(`${name}: ${texts.length} texts`);
      texts.forEach(({ words, box }, place) => {
        count += 1;
        const inside = box.x >= -slack && box.y >= -slack
          && box.x + box.width <= view.width + slack && box.y + box.height <= view.height + slack;
        if (!inside) problems.push(`${name}: "${words}" leaves the picture`);
        const most = widths[place] + 2 * slack;
        if (box.width > most) problems.push(`${name}: "${words}" is ${box.width} wide, not ${most}`);
        for (const other of texts.slice(0, place)) {
          const across = Math.min(box.x + box.width, other.box.x + other.box.width) - Math.max(box.x, other.box.x);
          const down = Math.min(box.y + box.height, other.box.y + other.box.height) - Math.max(box.y, other.box.y);
          if (across > slack && down > slack) problems.push(`${name}: "${words}" is on "${other.words}"`);
        }
      });
      svg.remove();
    }
    document.querySelector("script").remove();
    document.querySelector("pre").textContent = [`${count} texts`, ...problems].join("\n");
    """#
}
