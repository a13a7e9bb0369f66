import type { Path, PathCommand } from './path.ts';

const COMMAND = /([MLQOZ])([^MLQOZ]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, O: 3, Z: 0 };
const FULL_TURN = 2 * Math.PI;

/**
 * Reads a path as SVG writes it: M, L, Q and Z, small letters for places relative to the last one; numbers may repeat
 * without their letter. `O x y r` is ours: a circle.
 */
export const parsePath = (text: string): Path => {
  const path: PathCommand[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of text.matchAll(COMMAND)) {
    const name = letter.toUpperCase();
    const count = COUNTS[name] ?? 0;
    if (count === 0) path.push(['Z']);
    const numbers = rest.match(NUMBER)?.map(Number) ?? [];
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      const isRelative = letter !== name;
      const place = (i: number): [number, number] => [
        (numbers[at + i] as number) + (isRelative ? x : 0),
        (numbers[at + i + 1] as number) + (isRelative ? y : 0),
      ];
      if (name === 'Q') {
        const [control, end] = [place(0), place(2)];
        path.push(['Q', ...control, ...end]);
        [x, y] = end;
        continue;
      }
      [x, y] = place(0);
      if (name === 'O') {
        const radius = numbers[at + 2] as number;
        path.push(['M', x + radius, y], ['A', x, y, radius, 0, FULL_TURN], ['Z']);
      } else path.push([name as 'M' | 'L', x, y]);
    }
  }
  return path;
};
