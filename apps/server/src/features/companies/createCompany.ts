import type { CompanyId, Language, Level, StatusId, UnitId, UserGroupId } from '@pgis/contract';
import { rootClassifierIds } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { defaultValues } from '../../layers/tree/TreeNodeValues.ts';
import { insertTreeNode } from '../../layers/tree/writeTreeNode.ts';
import { defaultStatuses, type StatusName } from './defaultStatuses.ts';

export interface NewCompany {
  readonly companyId: CompanyId;
  readonly rootUnitId: UnitId;
  readonly groupIds: Readonly<Record<'administrators' | 'editors' | 'viewers', UserGroupId>>;
  /** Status ids by their English names. */
  readonly statusIds: Readonly<Record<StatusName, StatusId>>;
}

export interface CompanyOptions {
  readonly name: string;
  /** Language in which the company names its things; English when missing. */
  readonly language?: Language;
  /** Longitude and latitude in degrees. */
  readonly centerLonLat?: readonly [number, number];
  readonly zoom?: number;
}

/**
 * Creates a company with its root unit, the three groups of D-USER-05 and its own comment statuses
 * (D-CLS-15). Call it inside a transaction.
 */
export async function createCompany(db: Kysely<Schema>, options: CompanyOptions): Promise<NewCompany> {
  const { language = 'en' } = options;
  const { id: companyId } = await sql<{ id: CompanyId }>`SELECT nextval('company_seq') AS id`
    .execute(db)
    .then((result) => result.rows[0] ?? { id: 0 });
  await db
    .insertInto('companies')
    .values({
      company_id: companyId,
      name: options.name,
      language,
      default_lon: options.centerLonLat?.[0] ?? null,
      default_lat: options.centerLonLat?.[1] ?? null,
      default_zoom: options.zoom ?? null,
    })
    .execute();
  const rootUnitId = await createUnit(db, { companyId, name: options.name, parentId: null });
  const group = (name: string, level: Level, { modules }: { modules: boolean }) =>
    createGroup(db, { companyId, name, grants: [{ unitId: rootUnitId, level }], modules });
  return {
    companyId,
    rootUnitId,
    groupIds: {
      administrators: await group('Administrators', 'Admin', { modules: true }),
      editors: await group('Editors', 'Write', { modules: false }),
      viewers: await group('Viewers', 'Read', { modules: false }),
    },
    statusIds: await createStatuses(db, companyId, language),
  };
}

export async function createUnit(
  db: Kysely<Schema>,
  unit: { companyId: CompanyId; name: string; parentId: UnitId | null },
): Promise<UnitId> {
  const row = await db
    .insertInto('units')
    .values({
      company_id: unit.companyId,
      id: newId(unit.companyId, 'unit_seq'),
      parent_id: unit.parentId,
      name: unit.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function createGroup(
  db: Kysely<Schema>,
  group: {
    companyId: CompanyId;
    name: string;
    grants: readonly { unitId: UnitId; level: Level }[];
    modules: boolean;
  },
): Promise<UserGroupId> {
  const { id } = await db
    .insertInto('groups')
    .values({
      company_id: group.companyId,
      id: newId(group.companyId, 'group_seq'),
      name: group.name,
      module_admin: group.modules,
      module_custom_reports: group.modules,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { unitId, level } of group.grants)
    await db
      .insertInto('group_grants')
      .values({ company_id: group.companyId, group_id: id, unit_id: unitId, level })
      .execute();
  return id;
}

async function createStatuses(
  db: Kysely<Schema>,
  companyId: CompanyId,
  language: Language,
): Promise<Record<StatusName, StatusId>> {
  const ids: Partial<Record<StatusName, StatusId>> = {};
  for (const { type, names } of defaultStatuses) {
    const { [language]: name, ...others } = names;
    ids[names.en] = await insertTreeNode(db, {
      companyId,
      kind: 'status',
      values: {
        ...defaultValues,
        parentId: rootClassifierIds.commentStatuses,
        name,
        names: others,
        statusType: type,
      },
    });
  }
  return ids as Record<StatusName, StatusId>;
}
