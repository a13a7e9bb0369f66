import type { ClassifierWithChildren } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import { validationError } from '../errors/AppError.ts';
import { unknownFields } from '../errors/unknownFields.ts';
import { listLayerAccess } from '../layers/getLayerAccess.ts';
import { listLayerTree, mapRows, toLayerTree } from '../layers/listLayerTree.ts';
import { type Reader, readVisibleNodes } from '../layers/readVisibleNodes.ts';
import type { TreeNodeRow } from '../layers/tree/TreeNodeRow.ts';
import { type AddressFilter, withFilter } from './codecs/addressFilter.ts';
import { listLayersHolding } from './listLayersHolding.ts';

/** API-CLS-06. With a filter, only the layers with at least one object that passes it, and their groups. */
export async function listFilteredLayerTree(
  db: Kysely<Schema>,
  reader: Reader,
  filter: AddressFilter | undefined,
): Promise<ClassifierWithChildren[]> {
  if (filter === undefined) return await listLayerTree(db, reader);
  const all = mapRows(reader.actor, await readVisibleNodes(db, reader));
  const layerIds = await listIdsHolding(db, reader.actor, { rows: all, filter });
  const groupIds = new Set(all.filter(({ id }) => layerIds.has(id)).map(({ parentId }) => parentId));
  return toLayerTree(
    reader.actor,
    all.filter(({ id }) => layerIds.has(id) || groupIds.has(id)),
  );
}

async function listIdsHolding(
  db: Kysely<Schema>,
  actor: Actor,
  { rows, filter }: { readonly rows: readonly TreeNodeRow[]; readonly filter: AddressFilter },
): Promise<ReadonlySet<number>> {
  const { layerId, field } = filter;
  const candidates = rows.filter(
    ({ kind, id }) => kind === 'layer' && (layerId === undefined || id === layerId),
  );
  if (layerId !== undefined && candidates.length === 0)
    throw validationError({ path: 'query/_class', code: 'UNKNOWN_LAYER' });
  const withField = candidates.filter(({ layerFields }) => layerFields.some(({ name }) => name === field));
  if (withField.length === 0) throw unknownFields([{ path: 'query/_field', field }]);
  const layers = await listLayerAccess(
    db,
    actor,
    withField.map(({ id }) => id),
  );
  return await listLayersHolding(db, { layers: layers.map((access) => withFilter(access, filter)) });
}
