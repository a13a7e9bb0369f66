import type { BulkEdit, ErrorBody, Geom, ObjectVersion } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer, addObjects, type ObjectRow } from '@pgis/testkit';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

type Chosen = readonly ObjectVersion[];

/** `ObjectWorld` with calls that change many objects of a layer. */
export interface BulkWorld extends ObjectWorld {
  newLayer(more?: object): Promise<number>;
  /** Adds objects, with version 1. */
  add(layer: number, objects: readonly Partial<ObjectRow>[]): Promise<ObjectVersion[]>;
  setField(
    layer: number,
    body: { objects: Chosen; value: string | null; field?: string },
    options?: BulkOptions,
  ): ReturnType<Call>;
  comment(
    layer: number,
    body: { objects: Chosen; content?: string; isPublic?: boolean; statusId?: number },
    options?: BulkOptions,
  ): ReturnType<Call>;
  undo(layer: number, entryId: number | null, options?: BulkOptions): ReturnType<Call>;
  read(id: number, requester?: Requester): Promise<Geom>;
  statusId(name?: string): number;
}

interface BulkOptions {
  readonly requester?: Requester;
  readonly key?: string;
}
type Call = (path: string, payload: object | undefined, options?: BulkOptions) => ReturnType<typeof answer>;
declare function answer(): Promise<{ status: number; json: BulkEdit & ErrorBody; text: string }>;

export async function makeBulkWorld(database: Database): Promise<BulkWorld> {
  const world = await makeObjectWorld(database);
  const statuses = await world.readStatusIds();
  const call: Call = (path, payload, { requester = 'writer', key } = {}) =>
    world.ask('POST', `geoms/class-objects/${path}`, requester, {
      ...(payload && { payload }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const statusId = (name = 'Planned') => statuses[name] ?? 0;
  return {
    ...world,
    newLayer: (more = {}) =>
      addLayer(database, { groupId: world.roadsGroup, name: 'Trees', fields: ['state', 'width'], ...more }),
    add: async (classId, objects) =>
      (
        await addObjects(
          database,
          objects.map((object) => ({ classId, ...object })),
        )
      ).map((id) => ({
        id,
        version: 1,
      })),
    setField: (layer, body, options) => call(`${layer}/field`, { field: 'state', ...body }, options),
    comment: (layer, body, options) =>
      call(`${layer}/comment`, { content: 'A crew is booked', statusId: statusId(), ...body }, options),
    undo: (layer, entryId, options) => call(`${layer}/bulk-edits/${entryId}/undo`, undefined, options),
    read: async (id, requester = 'writer') => (await world.ask<Geom>('GET', `geoms/${id}`, requester)).json,
    statusId,
  };
}
