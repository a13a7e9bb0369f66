import type { Problem } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import type { Layer } from '../../layers/Layer.ts';
import type { ObjectData } from '../parseData.ts';
import { findReferenced, listReferenceFields } from './findReferenced.ts';

interface ReferencingData {
  readonly data: ObjectData;
  /** Data of an existing object, whose values may stay, also when their object was deleted. */
  readonly before?: ObjectData | undefined;
  readonly pathOf?: (field: string) => string;
}

/**
 * Checks that the new references of an object lead to objects that the actor may see.
 *
 * @throws AppError VALIDATION.
 */
export async function checkReferences(
  db: Kysely<Schema>,
  actor: Actor,
  layer: Pick<Layer, 'strictFields' | 'companyId'>,
  {
    data,
    before,
    pathOf = (field) => `/data/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  }: ReferencingData,
): Promise<void> {
  const changed = listReferenceFields(layer.strictFields).filter(
    ({ name }) => Object.hasOwn(data, name) && String(data[name]) !== String(before?.[name] ?? ''),
  );
  if (changed.length === 0) return;
  const accessible = await listLayerAccess(
    db,
    actor,
    changed.map(({ layerId }) => layerId),
  );
  const problems: Problem[] = [];
  for (const { name, layerId } of changed) {
    const access = accessible.find((one) => one.layer.id === layerId);
    const text = String(data[name]);
    const found = access?.layer.companyId === layer.companyId && (await findReferenced(db, access, [text]));
    if (!found || found.get(text) !== text) problems.push({ path: pathOf(name), code: 'NOT_ALLOWED' });
  }
  if (problems.length > 0) throw validationError(...problems);
}
