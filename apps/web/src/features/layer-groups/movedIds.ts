/** Returns the ids with one of them exchanged with its neighbour. */
export function movedIds(rows: readonly { readonly id: number }[], id: number, by: -1 | 1): number[] {
  const ids = rows.map((row) => row.id);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from < 0 || other === undefined) return ids;
  return ids.with(from, other).with(from + by, id);
}
