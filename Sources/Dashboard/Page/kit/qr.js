// A QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 20. `true` is a dark module.

const bytesPerBlock = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blocks = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const largestVersion = 20;

/** The rows of modules for a text. */
function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = fittingVersion(bytes.length);
  const grid = new Grid(version);
  const codewords = withCorrection(packed(bytes, version), version);
  grid.place(codewords);
  return grid.masked();
}

/** The code as a picture of dark squares on white, with the quiet zone of four modules that readers need. */
export function qrPicture(text, label) {
  const rows = qrModules(text);
  const size = rows.length + 8;
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const set = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value));
  set(svg, { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  const ground = document.createElementNS(space, "rect");
  set(ground, { width: size, height: size, fill: "#FFFFFF" });
  const dark = document.createElementNS(space, "path");
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  set(dark, { d: squares.join(""), fill: "#000000" });
  svg.append(ground, dark);
  return svg;
}

// --- Capacity, and the data as codewords.

const side = (version) => 17 + 4 * version;

/** Modules that hold data: all but finders, timing, alignment, format and version. */
function dataModules(version) {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    count -= (25 * marks - 10) * marks - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

const allCodewords = (version) => Math.floor(dataModules(version) / 8);
const dataCodewords = (version) => allCodewords(version) - bytesPerBlock[version] * blocks[version];
const lengthBits = (version) => (version < 10 ? 8 : 16);

function fittingVersion(length) {
  for (let version = 1; version <= largestVersion; version += 1) {
    if (4 + lengthBits(version) + 8 * length <= 8 * dataCodewords(version)) return version;
  }
  throw new RangeError("The text is too long for a QR code.");
}

function packed(bytes, version) {
  const bits = [];
  const write = (value, count) => { for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  write(0b0100, 4);
  write(bytes.length, lengthBits(version));
  for (const byte of bytes) write(byte, 8);
  const capacity = 8 * dataCodewords(version);
  write(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const codewords = [];
  for (let at = 0; at < bits.length; at += 8) codewords.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; codewords.length < capacity / 8; pad ^= 0xec ^ 0x11) codewords.push(pad);
  return codewords;
}

// --- Reed-Solomon over GF(256) with x⁸ + x⁴ + x³ + x² + 1.

function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

function generator(degree) {
  const result = new Array(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1) result[at] = times(result[at], root) ^ (result[at + 1] ?? 0);
    root = times(root, 2);
  }
  return result;
}

function remainder(data, divisor) {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ result.shift();
    result.push(0);
    divisor.forEach((value, at) => { result[at] ^= times(value, factor); });
  }
  return result;
}

/** Splits the data into blocks, adds the correction of each, and interleaves them. */
function withCorrection(data, version) {
  const count = blocks[version];
  const correction = bytesPerBlock[version];
  const shortLength = Math.floor(allCodewords(version) / count) - correction;
  const longBlocks = allCodewords(version) % count;
  const divisor = generator(correction);
  const parts = [];
  let at = 0;
  for (let block = 0; block < count; block += 1) {
    const length = shortLength + (block >= count - longBlocks ? 1 : 0);
    const part = data.slice(at, at + length);
    at += length;
    parts.push({ part, check: remainder(part, divisor) });
  }
  const result = [];
  for (let index = 0; index <= shortLength; index += 1) {
    for (const { part } of parts) if (index < part.length) result.push(part[index]);
  }
  for (let index = 0; index < correction; index += 1) for (const { check } of parts) result.push(check[index]);
  return result;
}

// --- The grid.

const masks = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

class Grid {
  constructor(version) {
    this.version = version;
    this.size = side(version);
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.drawFixed();
  }

  set(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = isDark;
    this.fixed[y][x] = true;
  }

  drawFixed() {
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) this.rings(x, y, 4);
    const centres = this.alignment();
    const last = centres.length - 1;
    centres.forEach((x, column) => centres.forEach((y, row) => {
      const atFinder = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0);
      if (!atFinder) this.rings(x, y, 2);
    }));
    this.drawFormat(0);
    this.drawVersion();
  }

  /** Concentric squares: a finder (radius 4, its outermost ring white) or an alignment mark (radius 2). */
  rings(x, y, radius) {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        const ring = Math.max(Math.abs(down), Math.abs(right));
        this.set(x + right, y + down, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
    }
  }

  alignment() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.floor((this.version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
    const result = [6];
    for (let at = this.size - 7; result.length < count; at -= step) result.splice(1, 0, at);
    return result;
  }

  /** Draws the level (M is 00) and the mask with their correction, twice. */
  drawFormat(mask) {
    let rest = mask;
    for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (at) => ((bits >> at) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.set(8, at, bit(at));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let at = 9; at < 15; at += 1) this.set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at += 1) this.set(this.size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at += 1) this.set(8, this.size - 15 + at, bit(at));
    this.set(8, this.size - 8, true);
  }

  drawVersion() {
    if (this.version < 7) return;
    let rest = this.version;
    for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const far = this.size - 11 + (at % 3);
      const near = Math.floor(at / 3);
      this.set(far, near, ((bits >> at) & 1) === 1);
      this.set(near, far, ((bits >> at) & 1) === 1);
    }
  }

  /** Fills columns of two modules from the right, alternately up and down, around the fixed modules. */
  place(codewords) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
          if (this.fixed[y][x] || at >= codewords.length * 8) continue;
          this.dark[y][x] = ((codewords[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** Returns the rows with the mask of the lowest penalty. */
  masked() {
    let best = null;
    masks.forEach((mask, index) => {
      this.drawFormat(index);
      const rows = this.dark.map((row, y) => row.map((isDark, x) => isDark !== (!this.fixed[y][x] && mask(x, y))));
      const score = penalty(rows);
      if (best === null || score < best.score) best = { score, rows };
    });
    return best.rows;
  }
}

/** The penalty: long runs, blocks of two by two, finder-like patterns, and an unequal number of dark modules. */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let score = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    for (const finder of [/(?=10111010000)/g, /(?=00001011101)/g]) score += 40 * (text.match(finder) ?? []).length;
  }
  for (let y = 0; y < size - 1; y += 1) {
    for (let x = 0; x < size - 1; x += 1) {
      const square = [rows[y][x + 1], rows[y + 1][x], rows[y + 1][x + 1]];
      if (square.every((isDark) => isDark === rows[y][x])) score += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length;
  return score + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
