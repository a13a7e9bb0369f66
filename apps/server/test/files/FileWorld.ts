import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody, GeomFile } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer, addObject, type TestAnswer } from '@pgis/testkit';
import {
  type Asker,
  cookieOf,
  makeObjectWorld,
  newAddress,
  type ObjectWorld,
} from '../objects/ObjectWorld.ts';
import { type FormPart, filesFor, formHeaders } from './multipart.ts';

/** The world of objects with what tests of files do in it. */
export interface FileWorld extends ObjectWorld {
  /** Open for public registration, each object decides whether it is public. */
  readonly layer: number;
  addTo(layer: number, isPublic: boolean): Promise<number>;
  upload(
    asker: Asker,
    payload: Buffer,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer<GeomFile[] & ErrorBody>>;
  /** Attaches as the module Admin. */
  attach(geometryId: number, ...files: readonly FormPart[]): Promise<GeomFile[]>;
  get<T>(asker: Asker, path: string): Promise<TestAnswer<T>>;
  remove(asker: Asker, file: Pick<GeomFile, 'geometryId' | 'fileId'>): Promise<TestAnswer<ErrorBody>>;
  /** A visitor's new object with the headers of its author. */
  report(layer?: number): Promise<{ readonly id: number; readonly headers: Record<string, string> }>;
  /** Files that lie in the data directory, blobs and unfinished ones. */
  filesOnDisk(): string[];
}

export async function makeFileWorld(
  database: Database,
  env: Record<string, string> = {},
): Promise<FileWorld> {
  const world = await makeObjectWorld(database, env);
  const { t, headersOf } = world;
  const layer = await addLayer(database, { groupId: world.roadsGroup, allowPublicRegistration: true });
  const filesDir = join(t.deps.config.dataDir, 'files');
  const upload: FileWorld['upload'] = (asker, payload, headers = {}) =>
    t.call({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...headersOf(asker), ...formHeaders, ...headers },
      payload,
    });
  return {
    ...world,
    layer,
    addTo: (classId, isPublic) => addObject(database, { classId, isPublic }),
    upload,
    async attach(geometryId, ...files) {
      const { status, text, json } = await upload('moduleAdmin', filesFor(geometryId, ...files));
      if (status !== 201) throw new Error(`cannot attach: ${status} ${text}`);
      return json;
    },
    get: (asker, path) => t.call({ url: `/api/v1/geom-files/${path}`, headers: headersOf(asker) }),
    remove: (asker, { geometryId, fileId }) =>
      t.call({
        method: 'DELETE',
        url: `/api/v1/geom-files/delete/${geometryId}/${fileId}`,
        headers: headersOf(asker),
      }),
    async report(classId = layer) {
      const address = newAddress();
      const { json, headers } = await t.call<{ id: number }>({
        method: 'POST',
        url: '/api/v1/geoms/add',
        headers: address,
        payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId },
      });
      return { id: json.id, headers: { ...address, ...cookieOf(headers) } };
    },
    filesOnDisk() {
      if (!existsSync(filesDir)) return [];
      const entries = readdirSync(filesDir, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
