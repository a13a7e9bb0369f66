import type { Call } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addComment, addGroup, addLayer, addObject, type TestApp } from '@pgis/testkit';
import sharp from 'sharp';
import { aFile, filesFor, formHeaders } from '../files/multipart.ts';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { ObjectState } from './expectAnswer.ts';
import type { Crowd, Place, Who } from './people.ts';

const state = (changes: Partial<ObjectState>): ObjectState => ({
  place: 'roads',
  isPublic: true,
  isOwn: false,
  isWaiting: false,
  isLayerHidden: false,
  isDeleted: false,
  ...changes,
});

/** What an object may be to who asks for it. */
export const ownerships: Readonly<Record<string, ObjectState | 'absent'>> = {
  public: state({}),
  private: state({ isPublic: false }),
  'his own': state({ isOwn: true }),
  'his own, private': state({ isOwn: true, isPublic: false }),
  waiting: state({ isWaiting: true }),
  'his own, waiting': state({ isOwn: true, isWaiting: true }),
  'in a hidden layer': state({ isLayerHidden: true }),
  deleted: state({ isDeleted: true }),
  'public, foreign': state({ place: 'foreign' }),
  'private, foreign': state({ place: 'foreign', isPublic: false }),
  absent: 'absent',
};

/** An object with all that calls about objects name. */
export interface ObjectThing {
  readonly id: number;
  readonly layerId: number;
  readonly fileId: number;
  readonly commentId: number;
  readonly statusId: number;
  /** The change that made it, in its history. */
  readonly entryId: number;
}

type Part = 'file' | 'comment' | 'entry';

/** What a call names besides the object. */
const partsOf = ({ path, name }: Call): readonly Part[] => [
  ...(path.includes('fileId') ? (['file'] as const) : []),
  ...(path.includes('entryId') ? (['entry'] as const) : []),
  ...(name === 'deleteComment' ? (['comment'] as const) : []),
];

interface Layers {
  readonly marked: number;
  readonly hidden: number;
}

export class Objects {
  readonly #database: Database;
  readonly #t: TestApp;
  readonly #crowd: Crowd;
  readonly #layers: Readonly<Record<Place, Layers>>;
  readonly #statusIds: Readonly<Record<Place, number>>;
  readonly #picture: Buffer;
  readonly #shared = new Map<string, ObjectThing>();

  private constructor(
    database: Database,
    t: TestApp,
    crowd: Crowd,
    rest: {
      readonly layers: Readonly<Record<Place, Layers>>;
      readonly statusIds: Readonly<Record<Place, number>>;
      readonly picture: Buffer;
    },
  ) {
    this.#database = database;
    this.#t = t;
    this.#crowd = crowd;
    this.#layers = rest.layers;
    this.#statusIds = rest.statusIds;
    this.#picture = rest.picture;
  }

  static async make(database: Database, t: TestApp, crowd: Crowd): Promise<Objects> {
    const layersOf = async ({ companyId, units }: Crowd['own']): Promise<Layers> => {
      const groupId = await addGroup(database, { companyId, unitId: units.roads });
      return {
        marked: await addLayer(database, { groupId, allowPublicRegistration: true }),
        hidden: await addLayer(database, { groupId, allObjectsPublic: false }),
      };
    };
    const statusOf = async ({ companyId }: Crowd['own']) =>
      (
        await database.db
          .selectFrom('classifiers')
          .select('id')
          .where('company_id', '=', companyId)
          .where('kind', '=', 'status')
          .where('name', '=', 'New')
          .executeTakeFirstOrThrow()
      ).id;
    return new Objects(database, t, crowd, {
      layers: { roads: await layersOf(crowd.own), foreign: await layersOf(crowd.foreign) },
      statusIds: { roads: await statusOf(crowd.own), foreign: await statusOf(crowd.foreign) },
      picture: await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    });
  }

  get picture(): Buffer {
    return this.#picture;
  }

  /** Nobody who is nobody in particular can own anything. */
  canBe(who: Who, object: ObjectState | 'absent'): boolean {
    if (object === 'absent' || !object.isOwn) return true;
    return who === 'reporter' || this.#crowd.userIds[who] !== null;
  }

  /** One that the matrix looks at again and again; `fresh` for a call that may use it up. */
  async get(
    who: Who,
    object: ObjectState | 'absent',
    { fresh, call }: { readonly fresh: boolean; readonly call: Call },
  ): Promise<ObjectThing> {
    if (object === 'absent') return this.#absent();
    const parts = partsOf(call);
    if (fresh) return this.#make(who, object, parts);
    const key = JSON.stringify([object, parts, object.isOwn ? who : null]);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const made = await this.#make(who, object, parts);
    this.#shared.set(key, made);
    return made;
  }

  #absent(): ObjectThing {
    const id = this.#crowd.own.companyId * 2 ** 32 + 999_999_999;
    return { id, layerId: id, fileId: id, commentId: id, statusId: this.#statusIds.roads, entryId: id };
  }

  async #make(who: Who, object: ObjectState, parts: readonly Part[]): Promise<ObjectThing> {
    const { place, isOwn } = object;
    const layerId = this.#layers[place][object.isLayerHidden ? 'hidden' : 'marked'];
    const userId = isOwn ? this.#crowd.userIds[who] : null;
    const made = { classId: layerId, isPublic: object.isPublic };
    const id = parts.includes('entry')
      ? await this.#draw(place, made)
      : await addObject(this.#database, made);
    const entryId = parts.includes('entry') ? await this.#firstEntryOf(id) : 0;
    const fileId = parts.includes('file') ? await this.#attach(id, place, userId) : 0;
    const commentId = parts.includes('comment') ? await this.#comment(id, userId) : 0;
    await this.#database.db
      .updateTable('geoms')
      .set({
        author_id: userId,
        review: object.isWaiting ? 'waiting' : null,
        visitor_id: isOwn && who === 'reporter' ? this.#crowd.reporterId : null,
        ...(object.isDeleted && { deleted_at: new Date() }),
      })
      .where('id', '=', id)
      .execute();
    return { id, layerId, fileId, commentId, statusId: this.#statusIds[place], entryId };
  }

  /** Through the call, which writes its history. */
  async #draw(place: Place, made: { readonly classId: number; readonly isPublic: boolean }): Promise<number> {
    const { status, text, json } = await this.#t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: { ...newAddress(), ...this.#adminOf(place) },
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

  #adminOf(place: Place) {
    return this.#crowd.headers[place === 'roads' ? 'moduleAdmin' : 'foreignAdmin'];
  }

  async #attach(id: number, place: Place, addedBy: number | null): Promise<number> {
    const { status, text, json } = await this.#t.call<{ fileId: number }[]>({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: {
        ...newAddress(),
        ...this.#adminOf(place),
        ...formHeaders,
      },
      payload: filesFor(id, aFile('a.png', this.#picture)),
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
