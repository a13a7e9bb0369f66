import { checkLayerData, type LayerField } from '@pgis/contract';
import { shapeSize } from '@pgis/geo';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { fromHexEwkb } from '../../../importing/fromHexEwkb.ts';
import type { ObjectData } from '../../../objects/parseData.ts';

/** Rows whose defaults are found together. */
const CHUNK = 2_000;

export const isShownAlways = ({ schema }: LayerField): boolean => schema?.showIf === undefined;

interface Adding {
  readonly layer: { readonly fields: readonly LayerField[] };
  /** Condition on the row `c`. */
  readonly selected: RawBuilder<SqlBool>;
  /** Throws when the owner of the import has stopped it. */
  readonly checkStop: () => Promise<void>;
}

interface AddedRow {
  readonly id: number;
  readonly data: ObjectData;
  readonly shape: string;
}

/**
 * Gives added rows the defaults of fields that the file does not have and that are shown for some objects only: by their values
 * and by the size of their shape, as an import gives them.
 */
export async function addShownDefaults(
  db: Transaction<Schema>,
  { layer, selected, checkStop }: Adding,
  others: readonly LayerField[],
): Promise<void> {
  const names = others
    .filter((field) => field.schema?.default !== undefined && !isShownAlways(field))
    .map(({ name }) => name);
  if (names.length === 0) return;
  const strict = layer.fields.filter(({ schema }) => schema !== undefined);
  const toDefaults = ({ data, shape }: AddedRow) => {
    const size = () => shapeSize(fromHexEwkb(shape));
    const checked = checkLayerData(strict, data, { fillsReadOnly: true, size }).data;
    return JSON.stringify(
      Object.fromEntries(names.flatMap((name) => (name in checked ? [[name, checked[name]]] : []))),
    );
  };
  for (let after = 0, isLast = false; !isLast; ) {
    const { rows } = await sql<AddedRow>`
      SELECT c.id, c.data, c.shape::text AS shape FROM import_changes AS c
      WHERE ${selected} AND c.kind = 'added' AND c.id > ${after}::bigint ORDER BY c.id LIMIT ${CHUNK}::integer`.execute(
      db,
    );
    await sql`
      UPDATE import_changes AS c SET data = d.defaults || c.data
      FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(toDefaults)}::jsonb[]) AS d(id, defaults)
      WHERE ${selected} AND c.id = d.id`.execute(db);
    await checkStop();
    after = rows.at(-1)?.id ?? after;
    isLast = rows.length < CHUNK;
  }
}
