import { type ImportSettings, isComputed, type LayerField, type LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { permissionFor } from '../../../access/permissions.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError, validationError } from '../../../errors/AppError.ts';
import { addTargetFields, addTargetLayer, mergeFields } from '../../../importing/targetLayer.ts';
import { getLayerAccess } from '../../../layers/getLayerAccess.ts';
import { readVisibleNodes } from '../../../layers/readVisibleNodes.ts';
import type { Author } from '../../../layers/tree/auditTreeNode.ts';
import { treeNodePermissions } from '../../../layers/tree/treeNodePermissions.ts';
import { lockTreeNode, readValues } from '../../../layers/tree/writeTreeNode.ts';
import type { TargetLayer } from '../../../objects/insertObjects.ts';

export interface ImportTarget extends TargetLayer {
  readonly fields: readonly LayerField[];
  readonly isNew: boolean;
  readonly isPublic: boolean;
}

type Settings = Pick<ImportSettings, 'target' | 'fields'>;
type Importer = Author & { readonly actor: UserActor };

/**
 * Checks that the actor may import there, and that the layer has room for the fields.
 *
 * @throws AppError FORBIDDEN, NOT_FOUND, VIEW_HAS_NO_DATA or VALIDATION.
 */
export async function checkTarget(db: Kysely<Schema>, actor: UserActor, settings: Settings): Promise<void> {
  const { target, fields } = settings;
  if (target.kind === 'newLayer') {
    await getGroup(db, actor, target.groupId);
    return;
  }
  if (target.kind === 'compare') {
    await getComparedLayer(db, actor, settings);
    return;
  }
  const layer = await getTargetLayer(db, actor, target.layerId);
  checkNoneComputed(layer.fields, fields);
  try {
    mergeFields(layer.fields, namesOf(fields));
  } catch {
    throw validationError({ path: '/fields', code: 'TOO_MANY' });
  }
}

/** Adds the layer, or the fields that an existing one lacks. Call it inside a transaction. */
export async function openImportTarget(
  db: Kysely<Schema>,
  author: Importer,
  { target, fields, featureCount }: Settings & { readonly featureCount: number },
): Promise<ImportTarget> {
  const { actor } = author;
  if (target.kind === 'newLayer') {
    const { groupId, name, isPublic } = target;
    const group = await getGroup(db, actor, groupId);
    await lockTreeNode(db, groupId, 'keep');
    const { companyId } = actor;
    const layerFields = mergeFields([], namesOf(fields));
    const layerId = await addTargetLayer(db, author, {
      ...{ companyId, groupId, name, isPublic, featureCount },
      fields: layerFields,
    });
    return {
      ...{ companyId, layerId, layerName: name, unitId: group.unitId, isPublic },
      fields: layerFields,
      isNew: true,
    };
  }
  const layer = await getTargetLayer(db, actor, target.layerId);
  const merged = mergeFields(layer.fields, namesOf(fields));
  const opened = { ...layer, fields: merged, isNew: false, isPublic: false };
  await addTargetFields(db, author, opened);
  return opened;
}

/**
 * Returns a layer whose objects the actor may change, with the fields that it would have; nothing is written.
 *
 * @throws AppError NOT_FOUND, VIEW_HAS_NO_DATA, FORBIDDEN or VALIDATION.
 */
export async function getComparedLayer(
  db: Kysely<Schema>,
  actor: UserActor,
  { target, fields, keyFields = [] }: Pick<ImportSettings, 'target' | 'fields' | 'keyFields'>,
): Promise<ImportTarget> {
  if (target.kind !== 'compare') throw new AppError('IMPORT_STATE');
  const layer = await getTargetLayer(db, actor, target.layerId);
  const { companyId, unitId } = layer;
  if (permissionFor(actor, 'editObject', { companyId, unitId }) !== 'yes') throw new AppError('FORBIDDEN');
  checkNoneComputed(layer.fields, fields);
  const { by } = target.match;
  if (by !== 'place' && keyFields.length === 0)
    throw validationError({ path: '/keyFields', code: 'REQUIRED' });
  const known = new Set(layer.fields.map(({ name }) => name));
  const names = new Map(fields.map(({ source, name }) => [source, name]));
  const hasKey = keyFields.every((source) => known.has(names.get(source) ?? ''));
  if (by === 'fields' && !hasKey) throw validationError({ path: '/keyFields', code: 'NOT_ALLOWED' });
  try {
    return { ...layer, fields: mergeFields(layer.fields, namesOf(fields)), isNew: false, isPublic: false };
  } catch {
    throw validationError({ path: '/fields', code: 'TOO_MANY' });
  }
}

/** @throws AppError VALIDATION when the file would write a computed field. */
function checkNoneComputed(present: readonly LayerField[], fields: Settings['fields']): void {
  const computed = new Set(present.filter(({ schema }) => isComputed(schema?.type)).map(({ name }) => name));
  const problems = fields.flatMap(({ name }, index) =>
    computed.has(name) ? [{ path: `/fields/${index}/name`, code: 'NOT_ALLOWED' as const }] : [],
  );
  if (problems.length > 0) throw validationError(...problems);
}

const namesOf = (fields: Settings['fields']): string[] => fields.map(({ name }) => name);

async function getGroup(db: Kysely<Schema>, actor: UserActor, groupId: number) {
  const rows = await readVisibleNodes(db, { actor, language: actor.language });
  const group = rows.find(({ id, kind }) => id === groupId && kind === 'group');
  if (group === undefined) throw validationError({ path: '/target/groupId', code: 'NOT_ALLOWED' });
  if (!treeNodePermissions(actor, group).canManage) throw new AppError('FORBIDDEN');
  return group;
}

/**
 * Returns a layer to which the actor may add objects.
 *
 * @throws AppError NOT_FOUND, VIEW_HAS_NO_DATA or FORBIDDEN.
 */
export async function getTargetLayer(
  db: Kysely<Schema>,
  actor: UserActor,
  layerId: LayerId,
): Promise<TargetLayer & { readonly fields: readonly LayerField[] }> {
  const { layer } = await getLayerAccess(db, actor, layerId);
  if (layer.ownerId !== layer.id) throw new AppError('VIEW_HAS_NO_DATA');
  if (permissionFor(actor, 'addObject', layer.owner) !== 'yes') throw new AppError('FORBIDDEN');
  const { companyId, unitId } = layer.owner;
  const { layerFields } = await readValues(db, layer.id);
  return { companyId, unitId, layerId: layer.id, layerName: layer.name, fields: layerFields };
}
