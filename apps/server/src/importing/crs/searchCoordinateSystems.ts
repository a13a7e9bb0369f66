import names from './coordinateSystemNames.gen.json' with { type: 'json' };

const MAX_FOUND = 20;

/** Finds coordinate systems whose code starts with the query or whose name contains all of its words. */
export function searchCoordinateSystems(query: string): { crs: string; name: string }[] {
  const words = query
    .toLowerCase()
    .replace('epsg:', '')
    .split(/[\s/,]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found: { crs: string; name: string }[] = [];
  for (const [code, name] of names as unknown as readonly (readonly [string, string])[]) {
    const text = `${code} ${name.toLowerCase()}`;
    if (
      !words.every((word) =>
        /^\d+$/.test(word) ? text.startsWith(word) || name.includes(word) : text.includes(word),
      )
    )
      continue;
    found.push({ crs: `EPSG:${code}`, name });
  }
  // A shorter name fits better: "LKS92 / Latvia TM" before its relatives with heights.
  return found
    .sort(
      (a, b) =>
        Number(b.crs.endsWith(`:${words[0]}`)) - Number(a.crs.endsWith(`:${words[0]}`)) ||
        a.name.length - b.name.length,
    )
    .slice(0, MAX_FOUND);
}
