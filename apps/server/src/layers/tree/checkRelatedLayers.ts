import type { CompanyId, LayerField } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';

interface RelatingFields {
  readonly companyId: CompanyId;
  readonly fields: readonly LayerField[];
  /** Fields as they are stored: a layer that was deleted since may stay. */
  readonly stored: readonly LayerField[];
}

/**
 * Checks that fields refer to layers of their own company.
 *
 * @throws AppError VALIDATION.
 */
export async function checkRelatedLayers(
  db: Kysely<Schema>,
  { companyId, fields, stored }: RelatingFields,
): Promise<void> {
  const known = new Set(stored.map(({ schema }) => schema?.layer));
  const named = fields.flatMap(({ schema }, index) =>
    schema?.layer === undefined || known.has(schema.layer) ? [] : [{ id: schema.layer, index }],
  );
  if (named.length === 0) return;
  const rows = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      named.map(({ id }) => id),
    )
    .where('kind', '=', 'layer')
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const unknown = named.filter(({ id }) => !found.has(id));
  if (unknown.length > 0)
    throw validationError(
      ...unknown.map(({ index }) => ({
        path: `/layerFields/${index}/schema/layer`,
        code: 'UNKNOWN_LAYER' as const,
      })),
    );
}
