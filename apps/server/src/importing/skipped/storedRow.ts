/** Value of a skipped row as it is in the file. */
export type Cell = string | number | boolean | null;

/** Skipped row as it is in the file, with its geometry as WKT in degrees; empty where it has none. */
export interface StoredRow {
  readonly rowNumber: number;
  /** In the order of the fields of the file. */
  readonly values: readonly Cell[];
  readonly wkt: string;
}

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface ExtractedRow {
  readonly rowNumber: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly wkt: string;
}

/** Makes the line of a row: its number, a space and the JSON text of the rest. */
export function toStoredLine({ rowNumber, properties, wkt }: ExtractedRow, names: readonly string[]): string {
  const values = names.map((name) => toCell(properties[name]));
  // readline ends a line at these two as well.
  const text = JSON.stringify([values, wkt]).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${rowNumber} ${text}\n`;
}

export function parseStoredLine(line: string): StoredRow {
  const end = line.indexOf(' ');
  const [values, wkt] = JSON.parse(line.slice(end + 1)) as [Cell[], string];
  return { rowNumber: Number(line.slice(0, end)), values, wkt };
}
