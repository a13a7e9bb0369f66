import type { ClassifierSettings } from '@pgis/contract';
import { rootClassifierIds } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayInCompany, mayReach } from '../../plugins/rights.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { defaultValues } from './ClassifierValues.ts';
import { classifierRights } from './classifierRights.ts';
import { insertClassifier, lockClassifier } from './writeClassifier.ts';

/** Where in the tree something is put, and whether the actor may put it there. */

/** The unit of a new group: the one asked for, else the highest that the actor manages. */
export async function chooseUnit(
  db: Kysely<Schema>,
  { companyId, moduleAdmin, unitLevels }: UserActor,
  asked: number | null | undefined,
): Promise<number> {
  const units = await db
    .selectFrom('units')
    .select(['id', 'parent_id'])
    .where('company_id', '=', companyId)
    .orderBy(sql`parent_id IS NOT NULL`)
    .orderBy('id')
    .execute();
  const manages = (id: number): boolean => moduleAdmin || unitLevels.get(id) === 'Admin';
  if (typeof asked === 'number') {
    if (units.every(({ id }) => id !== asked))
      throw validationError({ path: '/unitId', code: 'NOT_ALLOWED' });
    if (!manages(asked)) throw new AppError('FORBIDDEN');
    return asked;
  }
  const managed = units.filter(({ id }) => manages(id));
  const highest = managed.find(({ parent_id }) => parent_id === null || !manages(parent_id));
  if (highest === undefined) throw new AppError('FORBIDDEN');
  return highest.id;
}

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly unitId: number | null | undefined;
}

/** Adds a layer group of the actor's company. */
export async function addGroup(
  db: Kysely<Schema>,
  changer: Changer & { readonly actor: UserActor },
  { name, description, unitId: askedUnitId }: NewGroup,
): Promise<number> {
  const { actor } = changer;
  if (!mayInCompany(actor, 'manageLayers')) throw new AppError('FORBIDDEN');
  const unitId = await chooseUnit(db, actor, askedUnitId);
  const { companyId } = actor;
  const values = { ...defaultValues, parentId: rootClassifierIds.objects, unitId, name, description };
  const id = await insertClassifier(db, { companyId, kind: 'group', values });
  await auditClassifier(
    db,
    changer,
    'CLASSIFIER_ADDED',
    { id, companyId, unitId, name },
    {
      new: { kind: 'group', name, description, unitId },
    },
  );
  return id;
}

/** The existing group `id` for a layer to stand in, kept from being deleted meanwhile. */
async function getGroup(
  db: Kysely<Schema>,
  actor: UserActor,
  rows: readonly ClassifierRow[],
  id: number,
): Promise<number> {
  const group = rows.find((row) => row.id === id && row.kind === 'group');
  if (group === undefined) throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  if (!classifierRights(actor, group).canManage) throw new AppError('FORBIDDEN');
  await lockClassifier(db, id, 'keep');
  return id;
}

/** CLS-03, CLS-21: the group of a layer, chosen by its id or made by its name; undefined when the body names none. */
export async function placeLayer(
  db: Kysely<Schema>,
  changer: Changer & { readonly actor: UserActor },
  rows: readonly ClassifierRow[],
  { id1, parentName, parentDescription, unitId }: ClassifierSettings,
): Promise<number | undefined> {
  if (parentName)
    return await addGroup(db, changer, {
      name: parentName,
      description: parentDescription ?? '',
      unitId: unitId ?? null,
    });
  return id1 ? await getGroup(db, changer.actor, rows, id1) : undefined;
}

/** The status group for a status: the system's, or one of the own company (D-CLS-15, D-CLS-16). */
export async function placeStatus(
  db: Kysely<Schema>,
  { companyId }: UserActor,
  rows: readonly ClassifierRow[],
  id: number,
): Promise<number> {
  if (id === rootClassifierIds.commentStatuses) return id;
  const group = rows.find((row) => row.id === id && row.kind === 'statusGroup');
  if (group?.companyId !== companyId) throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  await lockClassifier(db, id, 'keep');
  return id;
}

/** Where managing a classifier's place means managing the unit it stands in. */
export const managesPlace = (actor: UserActor, companyId: number, unitId: number | null): boolean =>
  mayReach(actor, 'manageLayers', { companyId, unitId }) === 'yes';
