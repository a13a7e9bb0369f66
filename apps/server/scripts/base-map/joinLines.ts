import type { Position } from 'geojson';

/**
 * Joins lines that share an end point into the longest chains; a chain that returns to its start is closed.
 */
export function joinLines(lines: readonly (readonly Position[])[]): Position[][] {
  const whole = lines.filter((line) => line.length > 2 || keyOf(line[0]) !== keyOf(line.at(-1)));
  const byEnd = new Map<string, (readonly Position[])[]>();
  for (const line of whole) {
    for (const end of [line[0], line.at(-1)]) byEnd.set(keyOf(end), [...(byEnd.get(keyOf(end)) ?? []), line]);
  }
  const used = new Set<readonly Position[]>();
  const grow = (chain: Position[]): void => {
    for (;;) {
      const end = keyOf(chain.at(-1));
      const candidates = byEnd.get(end) ?? [];
      // A fork ends the chain: it is unknown which branch continues it.
      if (candidates.length > 2) return;
      const next = candidates.find((line) => !used.has(line));
      if (!next) return;
      used.add(next);
      chain.push(...(keyOf(next[0]) === end ? next : next.toReversed()).slice(1));
    }
  };
  const chains: Position[][] = [];
  for (const line of whole) {
    if (used.has(line)) continue;
    used.add(line);
    const chain = [...line];
    grow(chain);
    chain.reverse();
    grow(chain);
    chains.push(chain);
  }
  return chains;
}

export const isClosed = (line: readonly Position[]): boolean =>
  line.length > 3 && keyOf(line[0]) === keyOf(line.at(-1));

const keyOf = (position: Position | undefined): string => String(position);
