import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@pgis/server';
import type { TestApp } from '@pgis/testkit';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { TestActors } from './actors.ts';

/** Fixtures of rows with a file, and of log rows. */
export interface FileAndLogFixtures {
  /** Adds an archive of the company. */
  archive(): Promise<string>;
  exportOf(owner: { readonly userId: number; readonly classId: number }): Promise<number>;
  /** Announces an import of a user: nothing has been uploaded yet. */
  importOf(userId: number): Promise<number>;
  /** Log rows about an object of the unit `roads` of each company. */
  readonly logRowIds: Readonly<Record<'own' | 'foreign', number>>;
}

export async function makeFileAndLogFixtures(
  { db }: Database,
  t: TestApp,
  {
    actors: { own, foreign, headers },
    layerIds,
  }: { readonly actors: TestActors; readonly layerIds: Readonly<Record<'own' | 'foreign', number>> },
): Promise<FileAndLogFixtures> {
  const putBlob = async (): Promise<string> => {
    const key = randomUUID().replaceAll('-', '');
    const path = join(tmpdir(), key);
    await writeFile(path, 'kept');
    await t.deps.storage.blobs.put(key, path);
    return key;
  };
  let count = 0;
  /** Returns an id far above the server's sequences. */
  const newIdIn = (companyId: number): number => {
    count += 1;
    return companyId * 2 ** 32 + 700_000 + count;
  };

  const addLogged = async (owner: 'own' | 'foreign'): Promise<number> => {
    const { json } = await t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: { ...newAddress(), ...headers[owner === 'own' ? 'moduleAdmin' : 'foreignAdmin'] },
      payload: { wkt: 'POINT(3 4)', name: 'Logged', description: 'Logged', classId: layerIds[owner] },
    });
    const row = await db
      .selectFrom('audit_log')
      .select('id')
      .where('company_id', '=', (owner === 'own' ? own : foreign).companyId)
      .where('action', '=', 'OBJECT_ADDED')
      .where('entity_id', '=', json.id)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return {
    logRowIds: { own: await addLogged('own'), foreign: await addLogged('foreign') },
    archive: async () => {
      const name = `${randomUUID()}.zip`;
      await db
        .insertInto('company_zips')
        .values({
          company_id: own.companyId,
          id: newIdIn(own.companyId),
          blob_key: await putBlob(),
          name,
          size: 4,
          entries: 1,
          added_by: own.users.moduleAdmin.id,
        })
        .execute();
      return name;
    },
    exportOf: async ({ userId, classId }) => {
      const companyId = Math.floor(userId / 2 ** 32);
      const { id } = await db
        .insertInto('report_exports')
        .values({
          company_id: companyId,
          id: newIdIn(companyId),
          user_id: userId,
          session_id: randomUUID(),
          language: 'en',
          class_id: classId,
          format: 'csv',
          file_name: 'kept.csv',
          selection: '{}',
          state: 'done',
          blob_key: await putBlob(),
          size: 4,
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    importOf: async (userId) => {
      const companyId = Math.floor(userId / 2 ** 32);
      const { id } = await db
        .insertInto('imports')
        .values({
          company_id: companyId,
          id: newIdIn(companyId),
          user_id: userId,
          session_id: randomUUID(),
          language: 'en',
          files: JSON.stringify([
            { name: 'a.geojson', size: 10, key: randomUUID().replaceAll('-', ''), isStored: false },
          ]),
          skipped: '[]',
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
