import { measureTime } from '../measureTime.ts';
import { median, spread } from '../statistics.ts';

export const ROUNDS = 15;
/** Rounds before the measured ones. */
const WARM_UP = 3;

/** Milliseconds of our answer and of the bare SQL, and the ratio of their medians. */
export interface ComparedTimes {
  readonly ratio: number;
  readonly servedMs: ReturnType<typeof spread>;
  readonly bareMs: ReturnType<typeof spread>;
}

/** Measures our answer and the bare SQL in turns. `check` throws when both are not about the same cases. */
export async function compareTimes<Ours, Theirs>(
  ask: () => Promise<Ours>,
  askBare: () => Promise<Theirs>,
  check: (ours: Ours, theirs: Theirs) => void,
): Promise<ComparedTimes> {
  const [served, bare]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ours = await measureTime(ask);
    const theirs = await measureTime(askBare);
    check(ours.value, theirs.value);
    if (round < 0) continue;
    served.push(ours.ms);
    bare.push(theirs.ms);
  }
  const ratio = Number((median(served) / median(bare)).toPrecision(3));
  return { ratio, servedMs: spread(served), bareMs: spread(bare) };
}
