import type { RawBuilder } from 'kysely';

/** Text is compared sign by sign, so that no order depends on the database's locale. */
export type KeyType = 'text' | 'float8' | 'bigint' | 'timestamptz';
export interface SortKey {
  readonly expression: RawBuilder<unknown>;
  readonly type: KeyType;
}

/** Rows `g` of objects, which keys are taken from. */
export interface SortSource {
  /**
   * FROM and WHERE of them, of those of the objects; `isWhole` when more than the ids of the objects will be asked for: each
   * column that goes through the steps costs time.
   */
  readonly from: (objects: RawBuilder<unknown>, isWhole: boolean) => RawBuilder<unknown>;
}
