import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody, GeomFile } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer, addObject, type TestAnswer } from '@pgis/testkit';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { toCookieHeader } from '../objects/toCookieHeader.ts';
import { type FormPart, filesFor, formHeaders } from './multipart.ts';

/** `ObjectWorld` with the calls of tests about files. */
export interface FileWorld extends ObjectWorld {
  /** Layer with public registration in which each object decides whether it is public. */
  readonly layer: number;
  addTo(layer: number, isPublic: boolean): Promise<number>;
  upload(
    requester: Requester,
    payload: Buffer,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer<GeomFile[] & ErrorBody>>;
  /** Attaches as the module Admin. */
  attach(geometryId: number, ...files: readonly FormPart[]): Promise<GeomFile[]>;
  get<T>(requester: Requester, path: string): Promise<TestAnswer<T>>;
  remove(requester: Requester, file: Pick<GeomFile, 'geometryId' | 'fileId'>): Promise<TestAnswer<ErrorBody>>;
  /** A visitor's new object with the headers of its author. */
  report(layer?: number): Promise<{ readonly id: number; readonly headers: Record<string, string> }>;
  /** Lists the files in the data directory: blobs and unfinished uploads. */
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
  const upload: FileWorld['upload'] = (requester, payload, headers = {}) =>
    t.call({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...headersOf(requester), ...formHeaders, ...headers },
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
    get: (requester, path) => t.call({ url: `/api/v1/geom-files/${path}`, headers: headersOf(requester) }),
    remove: (requester, { geometryId, fileId }) =>
      t.call({
        method: 'DELETE',
        url: `/api/v1/geom-files/delete/${geometryId}/${fileId}`,
        headers: headersOf(requester),
      }),
    async report(classId = layer) {
      const address = newAddress();
      const { json, headers } = await t.call<{ id: number }>({
        method: 'POST',
        url: '/api/v1/geoms/add',
        headers: address,
        payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId },
      });
      return { id: json.id, headers: { ...address, ...toCookieHeader(headers) } };
    },
    filesOnDisk() {
      if (!existsSync(filesDir)) return [];
      const entries = readdirSync(filesDir, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
