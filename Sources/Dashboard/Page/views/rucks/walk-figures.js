// Rules for the points of a track: the distance of the walk, its splits and its heights. A point is
// [seconds, latitude, longitude, height or null, …].

const earthRadius = 6_371_008.8;
/** Smaller differences of height are noise. */
const climbMetres = 3;
/** A last split that is shorter belongs to the one before it. */
const shortestSplit = 20;
const mostSplits = 500;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** The metres between two points. */
export function metresBetween([, fromLatitude, fromLongitude], [, toLatitude, toLongitude]) {
  const [north, east] = [radians(toLatitude - fromLatitude), radians(toLongitude - fromLongitude)];
  const half = Math.sin(north / 2) ** 2
    + Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The metres from the start to each point. */
export function metresAlong(points) {
  let sum = 0;
  return points.map((point, index) => {
    if (index > 0) sum += metresBetween(points[index - 1], point);
    return sum;
  });
}

/** Adds up what a walk climbs: climb.add(height) returns the metres that this height adds. */
function climbing() {
  let base = null;
  return {
    add(height) {
      if (height === null) return 0;
      const lowest = base ?? height;
      if (height < lowest + climbMetres) {
        base = Math.min(lowest, height);
        return 0;
      }
      base = height;
      return height - lowest;
    },
  };
}

/** The metres that a walk climbs, or null without heights. */
export function climbOf(points) {
  if (points.every((point) => point[3] === null)) return null;
  const climb = climbing();
  return points.reduce((sum, point) => sum + climb.add(point[3]), 0);
}

/**
 * splitsOf(points, 1000): [{ metres, seconds, climb }] of each whole kilometre and the rest. The time at the end of a
 * split is interpolated between two points. No splits if there are more than 500.
 */
export function splitsOf(points, length) {
  const along = metresAlong(points);
  if (points.length < 2 || along.at(-1) > length * mostSplits) return [];
  const splits = [];
  const climb = climbing();
  let begin = points[0][0];
  let climbed = climb.add(points[0][3]);
  const end = (metres, time) => {
    splits.push({ metres, seconds: time - begin, climb: climbed });
    begin = time;
    climbed = 0;
  };
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [along[index - 1], along[index]];
    while (to > from && to >= (splits.length + 1) * length) {
      const share = ((splits.length + 1) * length - from) / (to - from);
      end(length, points[index - 1][0] + share * (points[index][0] - points[index - 1][0]));
    }
    climbed += climb.add(points[index][3]);
  }
  const rest = along.at(-1) - splits.length * length;
  if (rest >= shortestSplit) end(rest, points.at(-1)[0]);
  else if (splits.length > 0) splits.at(-1).climb += climbed;
  return splits;
}

/** The index of the fastest of the whole splits, or -1 if there are fewer than two. */
export function fastestOf(splits, length) {
  const whole = splits.filter(({ metres, seconds }) => metres === length && seconds > 0);
  if (whole.length < 2) return -1;
  return splits.indexOf(whole.reduce((best, split) => (split.seconds < best.seconds ? split : best)));
}

/**
 * `count` + 1 places at equal distances: [{ metres, height, seconds, index }], where `index` is that of the point at or
 * after the place. Null without two heights or without a distance.
 */
export function profileOf(points, count = 120) {
  const along = metresAlong(points);
  const known = points.map((_, index) => index).filter((index) => points[index][3] !== null);
  const total = along.at(-1);
  if (known.length < 2 || !(total > 0)) return null;
  let high = 0;
  let after = 0;
  return Array.from({ length: count + 1 }, (_, step) => {
    const metres = (total * step) / count;
    while (after < points.length - 1 && along[after] < metres) after += 1;
    while (high < known.length - 1 && along[known[high]] < metres) high += 1;
    const [from, to] = [known[Math.max(0, high - 1)], known[high]];
    const share = along[to] > along[from]
      ? Math.min(1, Math.max(0, (metres - along[from]) / (along[to] - along[from]))) : 1;
    const height = points[from][3] + share * (points[to][3] - points[from][3]);
    return { metres, height, seconds: points[after][0] - points[0][0], index: after };
  });
}
