import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import type { LayerScope } from '../../classifiers/index.ts';
import { inReport, reportObjects } from '../readReport.ts';
import { type SortOrder, sortedRows } from '../reportSort.ts';

export interface RowQuery {
  readonly scope: LayerScope;
  readonly conditions: readonly Condition[];
  readonly order: SortOrder;
}

/** Rows from one to before another, as the texts of arrays. */
export interface PlacesSpan {
  readonly ids: string;
  readonly places: string;
}

/**
 * The rows of a report in its order: their ids, and where the database keeps them (`ctid`: page and line), by which it
 * finds a row for a fraction of what the index costs. Both stay the texts they came as, some 25 bytes a row: what goes back
 * to the database is cut from them, and never read as numbers.
 */
export class RowPlaces {
  readonly count: number;
  readonly #ids: ArrayText;
  readonly #places: ArrayText;

  /** `ids` and `places` as the database writes arrays: `{1,2}` and `{"(0,1)","(0,2)"}`. */
  constructor({ ids, places }: PlacesSpan, count: number) {
    this.count = count;
    this.#ids = new ArrayText(ids, ',');
    this.#places = new ArrayText(places, '",');
  }

  /** Cheap for spans that follow each other. */
  span(from: number, to: number): PlacesSpan {
    return { ids: this.#ids.slice(from, to), places: this.#places.slice(from, to) };
  }
}

/** The text of an array, of which one piece after the other is taken. */
class ArrayText {
  readonly #text: string;
  /** Ends an element; its last sign is the comma. */
  readonly #end: string;
  /** The next piece begins with this element, at this sign. */
  #element = 0;
  #at = 1;

  constructor(text: string, end: string) {
    this.#text = text;
    this.#end = end;
  }

  slice(from: number, to: number): string {
    if (from < this.#element) [this.#element, this.#at] = [0, 1];
    const start = this.#goTo(from);
    return `{${this.#text.slice(start, this.#goTo(to) - 1)}}`;
  }

  /** Where an element begins; behind the closing brace after the last one. */
  #goTo(element: number): number {
    for (; this.#element < element; this.#element += 1) {
      const found = this.#text.indexOf(this.#end, this.#at);
      this.#at = found < 0 ? this.#text.length : found + this.#end.length;
    }
    return this.#at;
  }
}

/** Read at once as two texts, so that no connection waits for a reader and the driver has no rows to take apart. */
export async function readPlaces(
  database: Database,
  { scope, conditions, order }: RowQuery,
  most: number,
): Promise<RowPlaces> {
  return await inReport({ database }, async (db) => {
    const { rows } = await sql<PlacesSpan & { count: number }>`
      SELECT coalesce(array_agg(s.id), '{}')::text AS ids, coalesce(array_agg(s.at), '{}')::text AS places,
        count(*)::integer AS count
      FROM (${sortedRows({ order, objects: reportObjects(scope, conditions), size: most })}) AS s`.execute(
      db,
    );
    const { count, ...places } = rows[0] ?? { ids: '{}', places: '{}', count: 0 };
    return new RowPlaces(places, count);
  });
}
