import { measureTime } from '../measureTime.ts';
import { median, spread } from '../statistics.ts';

type Work = () => Promise<unknown>;

/** Runs both sides in turn after one warm-up of each, so that other work of the machine affects both. */
export async function alternate(ours: Work, theirs: Work, rounds: number) {
  await ours();
  await theirs();
  const ourMs: number[] = [];
  const theirMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ourMs.push((await measureTime(ours)).ms);
    theirMs.push((await measureTime(theirs)).ms);
  }
  const ratio = Number((median(ourMs) / median(theirMs)).toPrecision(3));
  return { ratio, serverMs: spread(ourMs), sqlMs: spread(theirMs) };
}
