import { type RawBuilder, sql } from 'kysely';
import { type OwnFields, ownDataOf } from '../../../layers/ownFields.ts';

/** Column: the fields that choose the rule of an object `g`. */
export const ruleDataOf = (layer: OwnFields, fields: readonly string[]): RawBuilder<unknown> =>
  fields.length === 0 ? sql`NULL::jsonb` : ownDataOf(layer, fields);
