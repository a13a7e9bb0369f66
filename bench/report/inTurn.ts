import { median, spread } from '../statistics.ts';
import { timed } from '../timed.ts';

type Work = () => Promise<unknown>;

/** Both sides in turn after one of each to warm up, so that what else the machine does hits both. */
export async function inTurn(ours: Work, theirs: Work, rounds: number) {
  await ours();
  await theirs();
  const ourMs: number[] = [];
  const theirMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ourMs.push((await timed(ours)).ms);
    theirMs.push((await timed(theirs)).ms);
  }
  const ratio = Number((median(ourMs) / median(theirMs)).toPrecision(3));
  return { ratio, serverMs: spread(ourMs), sqlMs: spread(theirMs) };
}
