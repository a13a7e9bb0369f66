/** A run of letters on a straight line: its start on the middle line of the text, in pixels of the world. */
export interface GlyphRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Radians, clockwise on the screen. */
  readonly angle: number;
}

export interface LineText {
  readonly runs: readonly GlyphRun[];
  /** Points along the middle line of the text, x0, y0, x1, y1 …, at most `stepPx` apart. */
  readonly spine: readonly number[];
  /** The middle of the text. */
  readonly x: number;
  readonly y: number;
}

interface LineTextOptions {
  readonly text: string;
  /** Width of the whole text. */
  readonly widthPx: number;
  readonly measure: (text: string) => number;
  readonly stepPx: number;
}

/** Length of line for one name. */
const SPACING_PX = 420;
/** Longer lines have no names: in a damaged tile a line can be millions of times as long as the tile. */
const MAX_LENGTH_PX = 50_000;
/** Straight lengths at both ends that the name leaves free. */
const END_PX = 3;
const MAX_GLYPH_TURN = 0.45;
const MAX_TURN = 0.9;
/** A line that turns by less is straight: its text is drawn at once, with its kerning. */
const STRAIGHT_TURN = 0.04;
/** Shares of the free length by which a text is moved to find a straighter part. */
const shifts = [0, -0.25, 0.25, -0.5, 0.5, -0.9, 0.9] as const;

/** Places a text along a line (pixels of the world), once per `SPACING_PX`, where the line is straight enough. */
export function placeAlongLine(line: Float64Array, options: LineTextOptions): LineText[] {
  const measured = measureLine(line);
  const freePx = measured.lengthPx - 2 * END_PX;
  if (freePx < options.widthPx || measured.lengthPx > MAX_LENGTH_PX) return [];
  const count = Math.max(1, Math.floor(freePx / SPACING_PX));
  const partPx = freePx / count;
  return Array.from({ length: count }, (_, i) => {
    const middle = END_PX + (i + 0.5) * partPx;
    const slackPx = (partPx - options.widthPx) / 2;
    for (const shift of shifts) {
      const placed = placeAt(measured, middle + shift * slackPx - options.widthPx / 2, options);
      if (placed) return [placed];
    }
    return [];
  }).flat();
}

/** Returns points along a line, one per `spacingPx`, each in the middle of its part. */
export function listPointsAlong(line: Float64Array, spacingPx: number): [x: number, y: number][] {
  const measured = measureLine(line);
  if (measured.lengthPx > MAX_LENGTH_PX) return [];
  const count = Math.max(1, Math.floor(measured.lengthPx / spacingPx));
  return Array.from({ length: count }, (_, i) => pointAt(measured, ((i + 0.5) * measured.lengthPx) / count));
}

interface MeasuredLine {
  readonly line: Float64Array;
  /** Distance of each vertex from the start. */
  readonly distances: readonly number[];
  readonly lengthPx: number;
}

function measureLine(line: Float64Array): MeasuredLine {
  const distances = [0];
  let lengthPx = 0;
  for (let i = 2; i < line.length; i += 2) {
    lengthPx += Math.hypot(
      (line[i] as number) - (line[i - 2] as number),
      (line[i + 1] as number) - (line[i - 1] as number),
    );
    distances.push(lengthPx);
  }
  return { line, distances, lengthPx };
}

function pointAt({ line, distances }: MeasuredLine, distance: number): [x: number, y: number] {
  let low = 0;
  let high = distances.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((distances[middle] as number) <= distance) low = middle;
    else high = middle;
  }
  const from = distances[low] as number;
  const share = (distance - from) / ((distances[high] as number) - from) || 0;
  const [x, y] = [line[2 * low] as number, line[2 * low + 1] as number];
  return [x + share * ((line[2 * high] as number) - x), y + share * ((line[2 * high + 1] as number) - y)];
}

function placeAt(
  measured: MeasuredLine,
  startPx: number,
  { text, widthPx, measure, stepPx }: LineTextOptions,
): LineText | undefined {
  const [startX] = pointAt(measured, startPx);
  const [endX] = pointAt(measured, startPx + widthPx);
  // Text reads from left to right.
  const isForward = startX <= endX;
  const at = (px: number): [number, number] =>
    pointAt(measured, isForward ? startPx + px : startPx + widthPx - px);
  const letters = [...text];
  const angles: number[] = [];
  const starts: number[] = [];
  let px = 0;
  // The widths of single letters lack the kerning of the text.
  const stretch = widthPx / letters.reduce((sum, letter) => sum + measure(letter), 0);
  for (const letter of letters) {
    const advance = measure(letter) * stretch;
    const [x0, y0] = at(px);
    const [x1, y1] = at(px + advance);
    angles.push(Math.atan2(y1 - y0, x1 - x0));
    starts.push(px);
    px += advance;
  }
  const first = angles[0] as number;
  const turns = angles.map((angle) => wrap(angle - first));
  const spread = Math.max(...turns) - Math.min(...turns);
  if (spread > MAX_TURN) return undefined;
  for (let i = 1; i < turns.length; i++)
    if (Math.abs((turns[i] as number) - (turns[i - 1] as number)) > MAX_GLYPH_TURN) return undefined;

  const spine: number[] = [];
  const steps = Math.max(1, Math.ceil(widthPx / stepPx));
  for (let i = 0; i <= steps; i++) spine.push(...at((i * widthPx) / steps));
  const [x, y] = at(widthPx / 2);
  const runs =
    spread < STRAIGHT_TURN
      ? [toRun(text, at(0), at(widthPx))]
      : letters.map((letter, i) => {
          const [left, top] = at(starts[i] as number);
          return { text: letter, x: left, y: top, angle: angles[i] as number };
        });
  return { runs, spine, x, y };
}

const toRun = (text: string, [x0, y0]: [number, number], [x1, y1]: [number, number]): GlyphRun => ({
  text,
  x: x0,
  y: y0,
  angle: Math.atan2(y1 - y0, x1 - x0),
});

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
