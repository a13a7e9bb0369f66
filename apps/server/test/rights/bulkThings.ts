import type { BulkEdit } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addObject, type TestApp } from '@pgis/testkit';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { LayerKind } from './layerKinds.ts';
import type { Crowd } from './people.ts';

/** What calls about many objects of a layer are asked about. */
export interface BulkThings {
  /** A new object of the layer. */
  objectOf(kind: LayerKind): Promise<number>;
  /** What its unit once did to many of them. */
  bulkEdit(kind: LayerKind): Promise<number>;
  statusOf(kind: LayerKind): number;
}

export async function makeBulkThings(
  database: Database,
  t: TestApp,
  {
    crowd: { own, foreign, headers },
    layers,
    absent,
  }: { crowd: Crowd; layers: Readonly<Record<Exclude<LayerKind, 'absent'>, number>>; absent: number },
): Promise<BulkThings> {
  const statuses = await database.db
    .selectFrom('classifiers')
    .select(['company_id', 'id'])
    .where('kind', '=', 'status')
    .execute();
  const isForeign = (kind: LayerKind) => kind.startsWith('foreign');
  const objectOf = async (kind: LayerKind) =>
    kind === 'absent' ? absent : await addObject(database, { classId: layers[kind], isPublic: true });
  const edits = new Map<LayerKind, number>();
  return {
    objectOf,
    statusOf: (kind) => {
      const { companyId } = isForeign(kind) ? foreign : own;
      return statuses.find(({ company_id }) => company_id === companyId)?.id ?? absent;
    },
    bulkEdit: async (kind) => {
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
    },
  };
}
