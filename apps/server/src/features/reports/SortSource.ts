import type { RawBuilder } from 'kysely';

/** Text is compared by code point, so that no order depends on the database's locale. */
export type KeyType = 'text' | 'float8' | 'bigint' | 'timestamptz';
export interface SortKey {
  readonly expression: RawBuilder<unknown>;
  readonly type: KeyType;
}

/** Rows `g` of objects with the columns that the keys need. */
export interface SortSource {
  /**
   * FROM and WHERE of these rows, made from those of the objects. `isWhole`: the caller needs more columns than the id; each
   * column that passes through the steps costs time.
   */
  readonly from: (objects: RawBuilder<unknown>, isWhole: boolean) => RawBuilder<unknown>;
}
