import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import { rootClassifierIds } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { showsOnMap } from './classifierRights.ts';
import { countUses } from './classifierUsage.ts';
import { findShownLayers } from './findShownLayers.ts';
import { layerRights } from './layerRights.ts';
import { listLayersHolding } from './listLayersHolding.ts';
import type { AddressFilter } from './parseFilterQuery.ts';
import { toClassifier } from './toClassifier.ts';
import { getRow, type Reader, readVisibleRows } from './visibleRows.ts';

const childrenOf = (rows: readonly ClassifierRow[], id: number): ClassifierRow[] =>
  rows.filter((row) => row.parentId === id);

function withChildren(
  actor: Actor,
  rows: readonly ClassifierRow[],
  parents: readonly ClassifierRow[],
): ClassifierWithChildren[] {
  return parents.map((parent) => ({
    ...toClassifier(actor, parent),
    childClassifiers: childrenOf(rows, parent.id).map((child) => toClassifier(actor, child)),
  }));
}

/** What the map lists: no layer in which nothing can be seen, no group without layers (D-CLS-04). */
function mapRows(actor: Actor, rows: readonly ClassifierRow[]): ClassifierRow[] {
  const shown = rows.filter((row) => showsOnMap(actor, row));
  return shown.filter((row) => row.kind !== 'group' || childrenOf(shown, row.id).length > 0);
}

export async function listClassifiers(db: Kysely<Schema>, reader: Reader): Promise<Classifier[]> {
  const rows = await readVisibleRows(db, reader);
  return rows.map((row) => toClassifier(reader.actor, row));
}

export async function getClassifier(db: Kysely<Schema>, reader: Reader, id: number): Promise<Classifier> {
  return toClassifier(reader.actor, getRow(await readVisibleRows(db, reader), id));
}

export async function listChildren(db: Kysely<Schema>, reader: Reader, id: number): Promise<Classifier[]> {
  const rows = await readVisibleRows(db, reader);
  getRow(rows, id);
  return childrenOf(rows, id).map((row) => toClassifier(reader.actor, row));
}

export async function listWithChildren(
  db: Kysely<Schema>,
  reader: Reader,
  id: number,
  { forAdmin }: { readonly forAdmin: boolean },
): Promise<ClassifierWithChildren[]> {
  const all = await readVisibleRows(db, reader);
  getRow(all, id);
  const rows = forAdmin ? all : mapRows(reader.actor, all);
  const list = withChildren(reader.actor, rows, childrenOf(rows, id));
  if (!forAdmin || reader.actor.kind !== 'user') return list;
  const uses = await countUses(db, reader.actor);
  const counted = <C extends Classifier>(item: C): C =>
    item.canEdit && item.sourceId === null && (item.kind === 'layer' || item.kind === 'status')
      ? { ...item, usedCount: uses.get(item.id) ?? 0 }
      : item;
  return list.map((parent) => ({
    ...counted(parent),
    childClassifiers: parent.childClassifiers.map(counted),
  }));
}

/** API-CLS-06. With a filter: only the layers that show at least one object which passes it. */
export async function listLayers(
  db: Kysely<Schema>,
  reader: Reader,
  filter: AddressFilter | undefined,
): Promise<ClassifierWithChildren[]> {
  const all = mapRows(reader.actor, await readVisibleRows(db, reader));
  const rows = filter === undefined ? all : await keepLayersHolding(db, reader.actor, all, filter);
  return withChildren(reader.actor, rows, childrenOf(rows, rootClassifierIds.objects));
}

async function keepLayersHolding(
  db: Kysely<Schema>,
  actor: Actor,
  rows: readonly ClassifierRow[],
  { classId, field, value }: AddressFilter,
): Promise<ClassifierRow[]> {
  const asked = rows.filter(({ kind, id }) => kind === 'layer' && (classId === undefined || id === classId));
  if (classId !== undefined && asked.length === 0)
    throw validationError({ path: 'query/_class', code: 'UNKNOWN_LAYER' });
  const withField = asked.filter(({ layerFields }) => layerFields.some(({ name }) => name === field));
  if (withField.length === 0)
    throw new AppError('UNKNOWN_FIELD', { errors: [{ path: 'query/_field', code: 'UNKNOWN_FIELD' }] });
  const layers = await findShownLayers(
    db,
    withField.map(({ id }) => id),
  );
  const holding = await listLayersHolding(
    db,
    layers.map((layer) => ({ layer, rights: layerRights(actor, layer), filters: [{ field, value }] })),
  );
  const groupIds = new Set(rows.filter(({ id }) => holding.has(id)).map(({ parentId }) => parentId));
  return rows.filter(({ id }) => holding.has(id) || groupIds.has(id));
}
