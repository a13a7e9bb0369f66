import type { Row } from './prepareRow.ts';

/** Rows as the database takes them: columns as array literals of PostgreSQL. */
export interface Batch {
  readonly rowCount: number;
  /** Bits of the kinds of geometry in it. */
  readonly kinds: number;
  readonly firstPlace: number | undefined;
  readonly lastPlace: number | undefined;
  readonly places: string;
  readonly ewkbs: string;
  readonly kindList: string;
  readonly names: string;
  readonly descriptions: string;
  readonly data: string;
  readonly keys: string;
}

/** Made while the database still writes the batch before: `pg` would make the same texts when it is its turn. */
export function toBatch(rows: readonly Row[]): Batch {
  const column = (value: (row: Row) => string | number): string => `{${rows.map(value).join()}}`;
  return {
    rowCount: rows.length,
    kinds: rows.reduce((bits, row) => bits | (1 << (row.kind - 1)), 0),
    firstPlace: rows[0]?.place,
    lastPlace: rows.at(-1)?.place,
    places: column((row) => row.place),
    ewkbs: column((row) => row.ewkb),
    kindList: column((row) => row.kind),
    names: column((row) => quote(row.name)),
    descriptions: column((row) => quote(row.description)),
    data: column((row) => quote(row.data)),
    keys: column((row) => (row.key === null ? 'NULL' : quote(row.key))),
  };
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
