/** Returns the column, or sort, of a layer's field: `data.NAME`. */
export const fieldColumn = (field: string): string => `data.${field}`;

/** Returns the field that a column shows; undefined for one of `reportColumns`. */
export const fieldOfColumn = (column: string): string | undefined =>
  column.startsWith('data.') ? column.slice('data.'.length) : undefined;
