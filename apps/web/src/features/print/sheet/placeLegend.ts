/** A line of a legend in its column; `entry` -1 is the name of the layer. */
export interface PlacedLine {
  readonly layer: number;
  readonly entry: number;
  readonly column: number;
  readonly row: number;
}

/**
 * Places the lines of a legend in columns of this height, two lines at least. A layer stays in one column; one that is
 * higher than a column repeats its name at the top of the next.
 *
 * @param entryCounts the entries of each layer below its name.
 */
export function placeLegend(entryCounts: readonly number[], rowsPerColumn: number): readonly PlacedLine[] {
  const placed: PlacedLine[] = [];
  let column = 0;
  let row = 0;
  const startColumn = () => {
    column += 1;
    row = 0;
  };
  const add = (layer: number, entry: number) => placed.push({ layer, entry, column, row: row++ });
  for (const [layer, count] of entryCounts.entries()) {
    const left = rowsPerColumn - row;
    const height = 1 + count;
    if (row > 0 && height > left && (height <= rowsPerColumn || left < 2)) startColumn();
    add(layer, -1);
    for (let entry = 0; entry < count; entry += 1) {
      if (row >= rowsPerColumn) {
        startColumn();
        add(layer, -1);
      }
      add(layer, entry);
    }
  }
  return placed;
}

/** Returns the height of the lowest columns that hold the legend. */
export function countRowsPerColumn(entryCounts: readonly number[], columns: number): number {
  const total = entryCounts.reduce((sum, count) => sum + 1 + count, 0);
  let rows = Math.max(2, Math.ceil(total / columns));
  while ((placeLegend(entryCounts, rows).at(-1)?.column ?? 0) >= columns) rows += 1;
  return total === 0 ? 0 : Math.min(rows, total);
}
