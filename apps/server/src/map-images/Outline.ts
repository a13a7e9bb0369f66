/** A mitre may reach this much further than a round corner does. */
const MITRE_EXCESS_PX = 0.25;

const SHORTEST_PX = 1e-6;

interface OutlineOptions {
  readonly halfPx: number;
  /** Closed by itself, with its closing point or without. */
  readonly isRing: boolean;
}

/** A path made ready to be stroked: its vertices but for repeated ones, and by each the offset of the segment after it. */
export class Outline {
  x = new Float64Array(256);
  y = new Float64Array(256);
  /** From a segment to its side, as long as half the stroke is wide. */
  offX = new Float64Array(256);
  offY = new Float64Array(256);
  /** From a vertex to where the sides of both of its segments meet; NaN where they are not joined by a mitre. */
  miterX = new Float64Array(256);
  miterY = new Float64Array(256);
  #lengths = new Float64Array(256);

  /** Gives the number of vertices. */
  read(points: ArrayLike<number>, from: number, to: number, { halfPx, isRing }: OutlineOptions): number {
    this.#grow((to - from) / 2);
    const { x, y } = this;
    let count = 0;
    for (let i = from; i < to; i += 2) {
      const nextX = points[i] as number;
      const nextY = points[i + 1] as number;
      if (count > 0 && isSame(nextX - (x[count - 1] as number), nextY - (y[count - 1] as number))) continue;
      x[count] = nextX;
      y[count++] = nextY;
    }
    if (isRing)
      while (
        count > 1 &&
        isSame((x[count - 1] as number) - (x[0] as number), (y[count - 1] as number) - (y[0] as number))
      )
        count--;
    if (count < 2) return 0;
    this.#findOffsets(count, halfPx);
    this.#findMitres(count, halfPx, isRing);
    return count;
  }

  #findOffsets(count: number, halfPx: number): void {
    const { x, y, offX, offY } = this;
    for (let i = 0; i < count; i++) {
      const next = i + 1 === count ? 0 : i + 1;
      const dx = (x[next] as number) - (x[i] as number);
      const dy = (y[next] as number) - (y[i] as number);
      const length = Math.sqrt(dx * dx + dy * dy);
      this.#lengths[i] = length;
      offX[i] = (-dy / length) * halfPx;
      offY[i] = (dx / length) * halfPx;
    }
  }

  /** Only where the inner side of the corner lies within the nearer half of both segments. */
  #findMitres(count: number, halfPx: number, isRing: boolean): void {
    const { offX, offY, miterX, miterY } = this;
    const reach = 1 + MITRE_EXCESS_PX / halfPx;
    const square = halfPx * halfPx;
    // Twice the squared cosine of half the turn.
    const least = 2 / (reach * reach);
    for (let i = 0; i < count; i++) {
      const last = i === 0 ? count - 1 : i - 1;
      const [ax, ay] = [offX[last] as number, offY[last] as number];
      const [bx, by] = [offX[i] as number, offY[i] as number];
      const opening = 1 + (ax * bx + ay * by) / square;
      const inner = Math.abs(ax * by - ay * bx) / (halfPx * opening);
      const shortest = Math.min(this.#lengths[last] as number, this.#lengths[i] as number);
      const isEnd = !isRing && (i === 0 || i === count - 1);
      const hasMitre = !isEnd && opening >= least && 2 * inner <= shortest;
      miterX[i] = hasMitre ? (ax + bx) / opening : Number.NaN;
      miterY[i] = hasMitre ? (ay + by) / opening : Number.NaN;
    }
  }

  #grow(count: number): void {
    if (this.x.length >= count) return;
    const make = () => new Float64Array(2 * count);
    [this.x, this.y, this.offX, this.offY] = [make(), make(), make(), make()];
    [this.miterX, this.miterY, this.#lengths] = [make(), make(), make()];
  }
}

const isSame = (dx: number, dy: number): boolean => Math.abs(dx) < SHORTEST_PX && Math.abs(dy) < SHORTEST_PX;
