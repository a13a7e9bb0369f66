/** A line of a legend in its column; `entry` -1 is the name of the layer. */
export interface PlacedLine {
  readonly layer: number;
  readonly entry: number;
  /** Counted through all pages. */
  readonly column: number;
  readonly row: number;
  /** True for the name of a layer that began in an earlier column. */
  readonly isContinued: boolean;
}

/** Columns of a page; each has two rows at least. */
export interface LegendGrid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Places the lines of a legend in the columns of its pages. A layer stays in one column, else on one page, and only one
 * that is longer than a page goes on to the next. At the top of each further column its name is repeated.
 *
 * @param entryCounts the entries of each layer below its name.
 */
export function placeLegend(
  entryCounts: readonly number[],
  { columns, rows }: LegendGrid,
): readonly PlacedLine[] {
  const placed: PlacedLine[] = [];
  let column = 0;
  let row = 0;
  const goTo = (nextColumn: number) => {
    column = nextColumn;
    row = 0;
  };
  const add = (layer: number, entry: number, isContinued = false) =>
    placed.push({ layer, entry, column, row: row++, isContinued });
  for (const [layer, count] of entryCounts.entries()) {
    const left = rows - row;
    if (1 + count > left) {
      const page = Math.floor(column / columns);
      const columnsLeft = (page + 1) * columns - column - 1;
      const isPageEmpty = row === 0 && column % columns === 0;
      const fitsPage = count <= columns * (rows - 1);
      const fitsRest = count <= Math.max(0, left - 1) + columnsLeft * (rows - 1);
      if (1 + count <= rows) goTo(column + 1);
      else if (fitsPage && !fitsRest && !isPageEmpty) goTo((page + 1) * columns);
      // A name does not stand alone.
      else if (left < 2) goTo(column + 1);
    }
    add(layer, -1);
    for (let entry = 0; entry < count; entry += 1) {
      if (row >= rows) {
        goTo(column + 1);
        add(layer, -1, true);
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
  while ((placeLegend(entryCounts, { columns, rows }).at(-1)?.column ?? 0) >= columns) rows += 1;
  return total === 0 ? 0 : Math.min(rows, total);
}
