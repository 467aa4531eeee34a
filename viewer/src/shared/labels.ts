// Labels that avoid one another.

export interface Spot {
  /** What is labelled, in pixels. */
  at: [number, number];
  size: [number, number];
  /** Labels of rank 0 are shown wherever there is room. */
  rank: number;
}

type Corner = [number, number];

/** Gaps between a label and its point, in pixels; farther ones are tried later. */
const GAPS = [6, 18, 34];

/** Where the upper left corner may be: to the right and left of the point, above, below and level with it. */
function* corners({ at: [x, y], size: [width, height] }: Spot): Generator<Corner> {
  for (const gap of GAPS) {
    yield [x + gap, y - height - gap / 2];
    yield [x + gap, y + gap / 2];
    yield [x - width - gap, y - height - gap / 2];
    yield [x - width - gap, y + gap / 2];
    yield [x - width / 2, y - height - gap];
    yield [x - width / 2, y + gap];
  }
}

/** Corners of labels in their order, none where one has no room in the view and beside those before it. */
export function arranged(spots: Spot[], [width, height]: [number, number]): (Corner | null)[] {
  const taken: [number, number, number, number][] = [];
  const isFree = ([x, y]: Corner, [w, h]: [number, number]) =>
    x >= 2 && y >= 2 && x + w <= width - 2 && y + h <= height - 2 && taken.every((t) => x + w < t[0] || t[0] + t[2] < x || y + h < t[1] || t[1] + t[3] < y);
  return spots.map((spot) => {
    const free = [...corners(spot)].find((corner) => isFree(corner, spot.size)) ?? (spot.rank === 0 ? anywhere(spot) : null);
    if (free) taken.push([free[0], free[1], ...spot.size]);
    return free;
  });

  /** The free place nearest to the point, on a grid of the view; null if all is taken. */
  function anywhere({ at: [x, y], size }: Spot): Corner | null {
    const places: Corner[] = [];
    for (let top = 4; top + size[1] < height; top += size[1] + 2) for (let left = 4; left + size[0] < width; left += 24) places.push([left, top]);
    const far = ([left, top]: Corner) => Math.hypot(left + size[0] / 2 - x, top + size[1] / 2 - y);
    return places.filter((corner) => isFree(corner, size)).sort((a, b) => far(a) - far(b))[0] ?? null;
  }
}
