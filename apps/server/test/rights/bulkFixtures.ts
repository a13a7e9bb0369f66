import type { BulkEdit } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addObject, type TestApp } from '@pgis/testkit';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { TestActors } from './actors.ts';
import type { LayerKind } from './layerKinds.ts';

/** Fixtures for calls about many objects of a layer. */
export interface BulkFixtures {
  /** Adds an object to the layer. */
  objectOf(kind: LayerKind): Promise<number>;
  /** Returns the log entry of a bulk edit in the layer. */
  bulkEdit(kind: LayerKind): Promise<number>;
  /** Returns the large change of a bulk edit in the layer. */
  changeOf(kind: LayerKind): Promise<number>;
  statusOf(kind: LayerKind): number;
}

export async function makeBulkFixtures(
  database: Database,
  t: TestApp,
  {
    actors: { own, foreign, headers },
    layers,
    absent,
  }: { actors: TestActors; layers: Readonly<Record<Exclude<LayerKind, 'absent'>, number>>; absent: number },
): Promise<BulkFixtures> {
  const statuses = await database.db
    .selectFrom('classifiers')
    .select(['company_id', 'id'])
    .where('kind', '=', 'status')
    .execute();
  const isForeign = (kind: LayerKind) => kind.startsWith('foreign');
  const objectOf = async (kind: LayerKind) =>
    kind === 'absent' ? absent : await addObject(database, { classId: layers[kind], isPublic: true });
  const edits = new Map<LayerKind, number>();
  const bulkEdit = async (kind: LayerKind): Promise<number> => {
    const known = kind === 'absent' ? absent : edits.get(kind);
    if (known !== undefined || kind === 'absent') return known ?? absent;
    const { status, json, text } = await t.call<BulkEdit>({
      method: 'POST',
      url: `/api/v1/geoms/class-objects/${layers[kind]}/field`,
      headers: { ...newAddress(), ...headers[isForeign(kind) ? 'foreignAdmin' : 'moduleAdmin'] },
      payload: { objects: [{ id: await objectOf(kind), version: 1 }], field: 'kind', value: 'x' },
    });
    if (status !== 200 || json.entryId === null) throw new Error(text);
    edits.set(kind, json.entryId);
    return json.entryId;
  };
  return {
    objectOf,
    bulkEdit,
    changeOf: async (kind) => {
      if (kind === 'absent') return absent;
      const { id } = await database.db
        .selectFrom('large_changes')
        .select('id')
        .where('source_id', '=', await bulkEdit(kind))
        .where('kind', '=', 'fieldSet')
        .executeTakeFirstOrThrow();
      return id;
    },
    statusOf: (kind) => {
      const { companyId } = isForeign(kind) ? foreign : own;
      return statuses.find(({ company_id }) => company_id === companyId)?.id ?? absent;
    },
  };
}
