import Charts
import Foundation

/// A page that parses pictures in a browser and measures their texts, in the browser's font and in others.
struct BrowserPage {
  /// Common system fonts, in addition to the browser's default. Debian has a package for each.
  static let families = ["'Liberation Sans'", "'Noto Sans','Noto Sans Arabic','Noto Sans CJK JP'"]
  static let packages = "fonts-liberation, fonts-noto-core and fonts-noto-cjk"

  private struct Picture: Encodable {
    var name: String
    /// Base 64, so that the browser parses the exact bytes.
    var bytes: String
    /// The widest that the layout allows for each text.
    var widths: [Double]
  }

  private var pictures: [Picture] = []
  private(set) var textCount = 0

  /// With a scale other than 1 the widths are wrong, to simulate a wrong table.
  mutating func add(_ name: String, _ drawing: Drawing, _ theme: Theme, widthScale: Double = 1) {
    let bytes = Data(SVG.bytes(drawing, theme: theme)).base64EncodedString()
    pictures.append(Picture(name: name, bytes: bytes, widths: drawing.labels.map { $0.box.width * widthScale }))
    textCount += drawing.labels.count
  }

  func html() throws -> String {
    let list = String(decoding: try JSONEncoder().encode(pictures), as: UTF8.self)
    let families = String(decoding: try JSONEncoder().encode(Self.families), as: UTF8.self)
    let script = "const pictures = \(list);\nconst families = \(families);\n\(Self.script)"
    return "<!doctype html><meta charset=\"utf-8\"><body><pre></pre><script>\n\(script)</script>"
  }

  /// Prints the number of texts, each missing font, and one line per problem.
  private static let script = #"""
    const problems = [];
    let count = 0;
    const pen = document.createElement("canvas").getContext("2d");
    function width(family) {
      pen.font = `40px ${family}`;
      return pen.measureText("Waymark, 1,234 jumps over it").width;
    }
    // An installed font looks the same with any fallback font; the Arabic one has no such letters.
    const isThere = family => family.includes("Arabic") || width(`${family},serif`) === width(`${family},monospace`);
    const missing = families.flatMap(list => list.split(",")).filter(family => !isThere(family));
    // Returns the visible box of a text: a font's own lines may be far higher than its letters.
    function seen(text) {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const ink = pen.measureText(text.textContent);
      const [line, base] = [text.getBBox(), Number(text.getAttribute("y"))];
      const top = Math.max(line.y, base - ink.actualBoundingBoxAscent);
      const bottom = Math.min(line.y + line.height, base + ink.actualBoundingBoxDescent);
      return { x: line.x, y: top, width: line.width, height: Math.max(0, bottom - top) };
    }
    for (const { name, bytes, widths } of pictures) {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(bytes), c => c.charCodeAt(0)));
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      if (parsed.querySelector("parsererror")) { problems.push(`${name}: not XML`); continue; }
      const svg = document.importNode(parsed.documentElement, true);
      document.body.append(svg);
      for (const family of [null, ...families]) {
        if (family) svg.setAttribute("font-family", family);
        measure(family ? `${name} in ${family}` : name, svg, widths);
      }
      svg.remove();
    }
    function measure(name, svg, widths) {
      const view = svg.viewBox.baseVal;
      // Glyphs have whole pixels on the screen, which is coarser where a card is shown small.
      const slack = 0.5 + 1.5 * Math.max(0, view.width / svg.width.baseVal.value - 1);
      const texts = [...svg.querySelectorAll("text")].map(text => ({ words: text.textContent, box: seen(text) }));
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
    }
    document.querySelector("script").remove();
    document.querySelector("pre").textContent =
      [`${count} texts`, `missing: ${missing.join(" ")}`, ...problems].join("\n");
    """#
}
