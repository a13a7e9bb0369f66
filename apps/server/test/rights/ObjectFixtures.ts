import type { Call } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addComment, addGroup, addLayer, addObject, type TestApp } from '@pgis/testkit';
import sharp from 'sharp';
import { aFile, filesFor, formHeaders } from '../files/multipart.ts';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { ActorName, Owner, TestActors } from './actors.ts';
import type { ObjectState } from './expectAnswer.ts';

const state = (changes: Partial<ObjectState>): ObjectState => ({
  owner: 'roads',
  isPublic: true,
  isOwn: false,
  isWaiting: false,
  isLayerHidden: false,
  isDeleted: false,
  ...changes,
});

/** Relations of an object to the actor. */
export const ownerships: Readonly<Record<string, ObjectState | 'absent'>> = {
  public: state({}),
  private: state({ isPublic: false }),
  own: state({ isOwn: true }),
  'own, private': state({ isOwn: true, isPublic: false }),
  waiting: state({ isWaiting: true }),
  'own, waiting': state({ isOwn: true, isWaiting: true }),
  'in a hidden layer': state({ isLayerHidden: true }),
  deleted: state({ isDeleted: true }),
  'public, foreign': state({ owner: 'foreign' }),
  'private, foreign': state({ owner: 'foreign', isPublic: false }),
  absent: 'absent',
};

/** Object with the ids that calls about objects name. */
export interface ObjectFixture {
  readonly id: number;
  readonly layerId: number;
  readonly fileId: number;
  readonly commentId: number;
  readonly statusId: number;
  /** Entry in its history that added it. */
  readonly entryId: number;
}

type Part = 'file' | 'comment' | 'entry';

/** Returns the parts that a call names in addition to the object. */
const partsOf = ({ path, name }: Call): readonly Part[] => [
  ...(path.includes('fileId') ? (['file'] as const) : []),
  ...(path.includes('entryId') ? (['entry'] as const) : []),
  ...(name === 'deleteComment' ? (['comment'] as const) : []),
];

interface Layers {
  readonly marked: number;
  readonly hidden: number;
}

export class ObjectFixtures {
  readonly #database: Database;
  readonly #t: TestApp;
  readonly #actors: TestActors;
  readonly #layers: Readonly<Record<Owner, Layers>>;
  readonly #statusIds: Readonly<Record<Owner, number>>;
  readonly #image: Buffer;
  readonly #shared = new Map<string, ObjectFixture>();

  private constructor(
    database: Database,
    t: TestApp,
    actors: TestActors,
    rest: {
      readonly layers: Readonly<Record<Owner, Layers>>;
      readonly statusIds: Readonly<Record<Owner, number>>;
      readonly image: Buffer;
    },
  ) {
    this.#database = database;
    this.#t = t;
    this.#actors = actors;
    this.#layers = rest.layers;
    this.#statusIds = rest.statusIds;
    this.#image = rest.image;
  }

  static async make(database: Database, t: TestApp, crowd: TestActors): Promise<ObjectFixtures> {
    const layersOf = async ({ companyId, units }: TestActors['own']): Promise<Layers> => {
      const groupId = await addGroup(database, { companyId, unitId: units.roads });
      return {
        marked: await addLayer(database, { groupId, allowPublicRegistration: true }),
        hidden: await addLayer(database, { groupId, allObjectsPublic: false }),
      };
    };
    const statusOf = async ({ companyId }: TestActors['own']) =>
      (
        await database.db
          .selectFrom('classifiers')
          .select('id')
          .where('company_id', '=', companyId)
          .where('kind', '=', 'status')
          .where('name', '=', 'New')
          .executeTakeFirstOrThrow()
      ).id;
    return new ObjectFixtures(database, t, crowd, {
      layers: { roads: await layersOf(crowd.own), foreign: await layersOf(crowd.foreign) },
      statusIds: { roads: await statusOf(crowd.own), foreign: await statusOf(crowd.foreign) },
      image: await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    });
  }

  get image(): Buffer {
    return this.#image;
  }

  /** Returns false for an own object of an actor without an identity. */
  canBe(actor: ActorName, object: ObjectState | 'absent'): boolean {
    if (object === 'absent' || !object.isOwn) return true;
    return actor === 'reporter' || this.#actors.userIds[actor] !== null;
  }

  /** Returns a shared object; a new one with `fresh`, for calls that change it. */
  async get(
    actor: ActorName,
    object: ObjectState | 'absent',
    { fresh, call }: { readonly fresh: boolean; readonly call: Call },
  ): Promise<ObjectFixture> {
    if (object === 'absent') return this.#absent();
    const parts = partsOf(call);
    if (fresh) return this.#make(actor, object, parts);
    const key = JSON.stringify([object, parts, object.isOwn ? actor : null]);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const made = await this.#make(actor, object, parts);
    this.#shared.set(key, made);
    return made;
  }

  #absent(): ObjectFixture {
    const id = this.#actors.own.companyId * 2 ** 32 + 999_999_999;
    return { id, layerId: id, fileId: id, commentId: id, statusId: this.#statusIds.roads, entryId: id };
  }

  async #make(actor: ActorName, object: ObjectState, parts: readonly Part[]): Promise<ObjectFixture> {
    const { owner, isOwn } = object;
    const layerId = this.#layers[owner][object.isLayerHidden ? 'hidden' : 'marked'];
    const userId = isOwn ? this.#actors.userIds[actor] : null;
    const made = { classId: layerId, isPublic: object.isPublic };
    const id = parts.includes('entry')
      ? await this.#draw(owner, made)
      : await addObject(this.#database, made);
    const entryId = parts.includes('entry') ? await this.#firstEntryOf(id) : 0;
    const fileId = parts.includes('file') ? await this.#attach(id, owner, userId) : 0;
    const commentId = parts.includes('comment') ? await this.#comment(id, userId) : 0;
    await this.#database.db
      .updateTable('geoms')
      .set({
        author_id: userId,
        review: object.isWaiting ? 'waiting' : null,
        visitor_id: isOwn && actor === 'reporter' ? this.#actors.reporterId : null,
        ...(object.isDeleted && { deleted_at: new Date() }),
      })
      .where('id', '=', id)
      .execute();
    return { id, layerId, fileId, commentId, statusId: this.#statusIds[owner], entryId };
  }

  /** Adds the object through the API, which writes its history. */
  async #draw(owner: Owner, made: { readonly classId: number; readonly isPublic: boolean }): Promise<number> {
    const { status, text, json } = await this.#t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: { ...newAddress(), ...this.#adminOf(owner) },
      payload: { ...made, wkt: 'POINT(1 2)', name: 'Drawn', description: 'Drawn' },
    });
    if (status !== 201) throw new Error(`cannot draw: ${status} ${text}`);
    return json.id;
  }

  async #firstEntryOf(id: number): Promise<number> {
    const row = await this.#database.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'OBJECT_ADDED')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  #adminOf(owner: Owner) {
    return this.#actors.headers[owner === 'roads' ? 'moduleAdmin' : 'foreignAdmin'];
  }

  async #attach(id: number, owner: Owner, addedBy: number | null): Promise<number> {
    const { status, text, json } = await this.#t.call<{ fileId: number }[]>({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: {
        ...newAddress(),
        ...this.#adminOf(owner),
        ...formHeaders,
      },
      payload: filesFor(id, aFile('a.png', this.#image)),
    });
    const fileId = json[0]?.fileId;
    if (status !== 201 || fileId === undefined) throw new Error(`cannot attach: ${status} ${text}`);
    const rows = this.#database.db.updateTable('geom_files').where('id', '=', fileId);
    await rows.set({ added_by: addedBy }).execute();
    return fileId;
  }

  async #comment(geomId: number, authorId: number | null): Promise<number> {
    const id = await addComment(this.#database, { geomId, content: 'Seen', isPublic: true });
    await this.#database.db
      .updateTable('comments')
      .set({ author_id: authorId })
      .where('id', '=', id)
      .execute();
    return id;
  }
}
