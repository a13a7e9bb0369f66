import {
  type CompanyId,
  dependsOnReader,
  type LayerField,
  type LayerId,
  type Problem,
  type TreeNodeId,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';
import { kindBit, objectKinds } from '../ObjectKind.ts';
import { isSame } from './describeChange.ts';

interface RelatingFields {
  readonly companyId: CompanyId;
  /** Layer of the fields; undefined for a new one. */
  readonly id?: TreeNodeId;
  readonly fields: readonly LayerField[];
  /** Fields as they are stored: a layer or field that was deleted since may stay. */
  readonly stored: readonly LayerField[];
}

/** The layer to which a field refers, and the field of it that is its value. */
const relationOf = ({ schema }: LayerField) => [schema?.layer, schema?.layerField];

/**
 * Checks that fields refer to layers of their own company; that objects lie in layers which can have polygons, and have the
 * value of a field that all readers of that layer share.
 *
 * @throws AppError VALIDATION.
 */
export async function checkRelatedLayers(
  db: Kysely<Schema>,
  { companyId, id, fields, stored }: RelatingFields,
): Promise<void> {
  const named = fields.flatMap((field, index) =>
    field.schema?.layer === undefined || stored.some((other) => isSame(relationOf(other), relationOf(field)))
      ? []
      : [{ schema: field.schema, layerId: field.schema.layer, path: `/layerFields/${index}/schema` }],
  );
  if (named.length === 0) return;
  const known = new Set(stored.map(({ schema }) => schema?.layer));
  const layers = await readLayers(
    db,
    companyId,
    named.map(({ layerId }) => layerId),
  );
  const problems = named.flatMap(({ schema, layerId, path }): Problem[] => {
    const layer = layers.get(layerId);
    if (layer === undefined) {
      if (!known.has(layerId)) return [{ path: `${path}/layer`, code: 'UNKNOWN_LAYER' }];
    } else if (schema.type === 'liesIn' && layer.kinds !== 0 && (layer.kinds & polygons) === 0)
      return [{ path: `${path}/layer`, code: 'NOT_ALLOWED' }];
    if (schema.layerField === undefined) return [];
    const source = (layerId === id ? fields : layer?.fields)?.find(({ name }) => name === schema.layerField);
    return source === undefined || dependsOnReader(source.schema?.type)
      ? [{ path: `${path}/layerField`, code: 'UNKNOWN_FIELD' }]
      : [];
  });
  if (problems.length > 0) throw validationError(...problems);
}

const polygons = kindBit(objectKinds.polygon);

/** Fields and kinds of layers; a view has those of its source. */
async function readLayers(db: Kysely<Schema>, companyId: CompanyId, ids: readonly LayerId[]) {
  const rows = await db
    .selectFrom('classifiers as l')
    .innerJoin('classifiers as o', (join) =>
      join
        .onRef('o.company_id', '=', 'l.company_id')
        .on((eb) => eb('o.id', '=', eb.fn.coalesce('l.source_id', 'l.id'))),
    )
    .select(['l.id', 'o.layer_fields as fields', 'o.kinds'])
    .where('l.company_id', '=', companyId)
    .where('l.id', 'in', [...ids])
    .where('l.kind', '=', 'layer')
    .where('l.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, fields, kinds }) => [id, { fields, kinds }]));
}
