import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { createGroup, createUnit, type Database, inTransaction, newId } from '@pgis/server';
import { addGroup, addLayer, type TestApp } from '@pgis/testkit';
import { companyBody } from '../companies/companyBody.ts';
import { formHeaders, toForm } from '../files/multipart.ts';
import { newAddress } from '../objects/ObjectWorld.ts';
import { reportContent } from '../reports/reportContent.ts';
import { type ActorName, addMember, type TestActors } from './actors.ts';
import { type BulkFixtures, makeBulkFixtures } from './bulkFixtures.ts';
import type { CallInput } from './CallInput.ts';
import { type FileAndLogFixtures, makeFileAndLogFixtures } from './fileAndLogFixtures.ts';
import type { LayerKind } from './layerKinds.ts';

export const groupKinds = ['own', 'foreign', 'absent'] as const;
export type GroupKind = (typeof groupKinds)[number];
export type ReportKind = 'own' | 'shared' | 'private' | 'foreign, shared' | 'ready' | 'absent';
type Relation = 'in the unit' | 'foreign' | 'absent';

const sourceJson = '{"url":"https://tiles.example/{z}/{x}/{y}.png"}';

/** Fixtures that a call may be about, other than single objects. */
export interface RightsFixtures {
  readonly layers: Readonly<Record<Exclude<LayerKind, 'absent'>, number>>;
  readonly companyIds: Readonly<Record<'own' | 'foreign' | 'absent', number>>;
  readonly companyBody: object;
  readonly logoForm: CallInput;
  readonly mapLayerBody: object;
  readonly userIds: TestActors['userIds'];
  readonly member: number;
  readonly foreignMember: number;
  readonly absent: number;
  /** Returns an unused name. */
  name(): string;
  /** Returns a group into which the actor may put users, if permitted at all. */
  groupOf(actor: ActorName): number;
  unitOf(actor: ActorName): number;
  layer(kind: LayerKind): Promise<number>;
  /** Adds a layer without objects. */
  emptyLayer(kind: LayerKind): Promise<number>;
  group(kind: GroupKind): Promise<number>;
  /** Adds the only layer of a group; both are invisible outside the company. */
  onlyLayerOf(groupId: number): Promise<number>;
  /** Returns the group of a layer of this kind. */
  groupIdOf(kind: LayerKind): number;
  /** Layer whose objects are cases, and two objects of it. */
  readonly cases: Readonly<
    Record<GroupKind, { readonly layerId: number; readonly id: number; readonly otherId: number }>
  >;
  /** Adds a reply template. */
  replyTemplate(kind: GroupKind): Promise<number>;
  readonly filesAndLog: FileAndLogFixtures;
  readonly bulk: BulkFixtures;
  managed(call: Call, relation: Relation): Promise<CallInput>;
  mapLayer(kind: 'own' | 'system' | 'absent'): Promise<number>;
  /** Adds a report for the actor; `own` without an account belongs to somebody else. */
  customReport(kind: ReportKind, actor: ActorName): Promise<number>;
}

export async function makeRightsFixtures(
  database: Database,
  t: TestApp,
  actors: TestActors,
  image: Buffer,
): Promise<RightsFixtures> {
  const { own, foreign, userIds } = actors;
  let count = 0;
  const name = () => {
    count += 1;
    return `thing${count}`;
  };
  const absent = own.companyId * 2 ** 32 + 999_999_998;
  const companyOf = (relation: string) => (relation.startsWith('foreign') ? foreign : own);
  const addGroupOf = (relation: string) => {
    const { companyId, units } = companyOf(relation);
    return addGroup(database, { companyId, unitId: units.roads, name: name() });
  };
  const groupIds = { own: await addGroupOf('own'), foreign: await addGroupOf('foreign') };
  const addLayerOf = (kind: Exclude<LayerKind, 'absent'>) =>
    addLayer(database, {
      groupId: groupIds[kind.startsWith('foreign') ? 'foreign' : 'own'],
      fields: ['kind'],
      name: name(),
      ...(kind.includes('hidden')
        ? { allObjectsPublic: false }
        : { allowPublicRegistration: kind !== 'closed' }),
    });
  const layers = {
    listed: await addLayerOf('listed'),
    closed: await addLayerOf('closed'),
    hidden: await addLayerOf('hidden'),
    foreign: await addLayerOf('foreign'),
    'foreign, hidden': await addLayerOf('foreign, hidden'),
  };
  const member = (await addMember(database, own, { name: 'member', level: 'Read', unit: 'roads' })).id;
  const foreignMember = (await addMember(database, foreign, { name: 'member', level: 'Read' })).id;
  const userGroup = (relation: string, unit: 'roads' | 'forests' = 'roads') => {
    const { companyId, units } = companyOf(relation);
    return inTransaction(database, {}, (db) =>
      createGroup(db, {
        companyId,
        name: name(),
        grants: [{ unitId: units[unit], level: 'Read' }],
        modules: false,
      }),
    );
  };
  const forestGroup = await userGroup('own', 'forests');
  const roadsGroup = await userGroup('own');
  const foreignGroup = await userGroup('foreign');
  const unit = (relation: string) => {
    const { companyId, units } = companyOf(relation);
    return inTransaction(database, {}, (db) =>
      createUnit(db, { companyId, name: name(), parentId: units.root }),
    );
  };
  const mapLayer = async (kind: 'own' | 'system' | 'absent') => {
    if (kind !== 'own') return kind === 'system' ? 1 : absent;
    const id = own.companyId * 2 ** 32 + 500_000 + count;
    count += 1;
    await database.db
      .insertInto('map_layers')
      .values({ company_id: own.companyId, id, name: name(), source_type: 'XYZ', source_json: sourceJson })
      .execute();
    return id;
  };
  const customReport = async (kind: ReportKind, actor: ActorName) => {
    if (kind === 'ready') return 1;
    if (kind === 'absent') return absent;
    const isForeign = kind.startsWith('foreign') || (kind === 'own' && actor === 'foreignAdmin');
    const colleague = isForeign ? foreignMember : member;
    const ownerId = kind === 'own' ? (userIds[actor] ?? colleague) : colleague;
    const { companyId } = isForeign ? foreign : own;
    const { id } = await database.db
      .insertInto('custom_reports')
      .values({
        company_id: companyId,
        id: newId(companyId, 'report_seq'),
        owner_id: ownerId,
        name: name(),
        shared: kind.endsWith('shared'),
        definition: JSON.stringify(reportContent),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const managed = async (call: Call, relation: Relation): Promise<CallInput> => {
    const make = async (made: () => Promise<number>) => (relation === 'absent' ? absent : await made());
    const { units } = companyOf(relation);
    if (call === calls.updateUnit || call === calls.deleteUnit)
      return {
        params: { unitId: await make(() => unit(relation)) },
        ...(call.body && { body: { name: name(), parentId: units.root } }),
      };
    if (call.path.includes(':groupId'))
      return {
        params: { groupId: await make(() => userGroup(relation)) },
        ...(call.body && { body: { name: name(), grants: [{ unitId: units.roads, level: 'Read' }] } }),
      };
    const leaving = async () =>
      (await addMember(database, companyOf(relation), { name: name(), level: 'Read', unit: 'roads' })).id;
    const staying = async () => (relation === 'foreign' ? foreignMember : member);
    const userId = await make(call === calls.deleteUser ? leaving : staying);
    return { params: { userId, userStatus: 'enabled' } };
  };
  const addCase = async (relation: 'own' | 'foreign') => {
    const caseLayer = { dueDays: 5, days: 'working' } as const;
    const layerId = await addLayer(database, { groupId: groupIds[relation], name: name(), caseLayer });
    const addToLayer = async () =>
      (
        await t.call<{ id: number }>({
          method: 'POST',
          url: '/api/v1/geoms/add',
          headers: {
            ...newAddress(),
            ...actors.headers[relation === 'own' ? 'moduleAdmin' : 'foreignAdmin'],
          },
          payload: {
            wkt: 'POINT(5 5)',
            name: 'Case',
            description: 'Topic',
            classId: layerId,
            isPublic: true,
          },
        })
      ).json.id;
    return { layerId, id: await addToLayer(), otherId: await addToLayer() };
  };
  const replyTemplate = async (kind: GroupKind) => {
    if (kind === 'absent') return absent;
    const { json } = await t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/reply-templates',
      headers: { ...newAddress(), ...actors.headers[kind === 'own' ? 'moduleAdmin' : 'foreignAdmin'] },
      payload: { name: name(), layerIds: [], statusId: null, texts: { en: 'Thank you' } },
    });
    return json.id;
  };
  const layerIds = { own: layers.listed, foreign: layers.foreign };
  return {
    bulk: await makeBulkFixtures(database, t, { actors, layers, absent }),
    cases: {
      own: await addCase('own'),
      foreign: await addCase('foreign'),
      absent: { layerId: absent, id: absent, otherId: absent + 1 },
    },
    replyTemplate,
    filesAndLog: await makeFileAndLogFixtures(database, t, { actors, layerIds }),
    layers,
    companyIds: { own: own.companyId, foreign: foreign.companyId, absent: 987_654 },
    companyBody: companyBody('Company'),
    logoForm: {
      body: toForm([{ field: 'file', fileName: 'logo.png', bytes: image }]),
      headers: formHeaders,
    },
    mapLayerBody: { name: 'Map', sourceType: 'XYZ', sourceJson },
    userIds,
    member,
    foreignMember,
    absent,
    name,
    groupOf: (actor) => {
      if (actor === 'foreignAdmin') return foreignGroup;
      return actor === 'otherAdmin' ? forestGroup : roadsGroup;
    },
    unitOf: (actor) => {
      if (actor === 'foreignAdmin') return foreign.units.roads;
      return actor === 'otherAdmin' ? own.units.forests : own.units.roads;
    },
    layer: async (kind) => (kind === 'absent' ? absent : layers[kind]),
    emptyLayer: async (kind) => (kind === 'absent' ? absent : await addLayerOf(kind)),
    group: async (kind) => (kind === 'absent' ? absent : await addGroupOf(kind)),
    onlyLayerOf: async (groupId) =>
      groupId === absent ? absent : await addLayer(database, { groupId, allObjectsPublic: false }),
    groupIdOf: (kind) => groupIds[kind.startsWith('foreign') ? 'foreign' : 'own'],
    managed,
    mapLayer,
    customReport,
  };
}
