import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompanyZip, type ErrorBody, type ErrorCode, limits } from '@pgis/contract';
import { describeOnEachDatabase, describeOnOneDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { aFile, type FormPart, formHeaders, toForm } from '../files/multipart.ts';
import { type CompanyWorld, startCompanyWorld } from './CompanyWorld.ts';
import { makeZip } from './makeZip.ts';

const nasty = join(import.meta.dirname, '../../../../../shared/data/nasty');

/** Random bytes do not compress. */
const noise = (bytes = 2_000) => randomBytes(bytes);

/** Calls about archives; `world` may start later. */
function callsOf(world: CompanyWorld) {
  const { headers } = world;
  type Who = keyof typeof headers;
  const send = (parts: readonly FormPart[], who: Who = 'moduleAdmin') =>
    world.t.call<CompanyZip & ErrorBody>({
      method: 'POST',
      url: '/api/v1/profile-files/import-zip',
      headers: { ...headers[who], ...formHeaders },
      payload: toForm(parts),
    });
  const list = (who: Who = 'moduleAdmin', companyId = world.own.companyId) =>
    world.t.call<CompanyZip[] & ErrorBody>({
      url: `/api/v1/profile-files/company-zips/${companyId}`,
      headers: { ...headers[who], 'accept-language': 'en' },
    });
  const download = (name: string, who: Who = 'moduleAdmin') =>
    world.t.app.inject({
      method: 'POST',
      url: '/api/v1/profile-files/download',
      headers: { ...headers[who] },
      payload: { name },
    });
  const remove = (name: string, who: Who = 'moduleAdmin') =>
    world.t.call<ErrorBody>({
      method: 'DELETE',
      url: `/api/v1/profile-files/delete?${new URLSearchParams({ name })}`,
      headers: { ...headers[who] },
    });
  const storedNames = async () => (await list()).json.map(({ name }) => name);
  return { send, list, download, remove, storedNames };
}

describeOnEachDatabase('image archives of the company', (getDatabase) => {
  const world = startCompanyWorld(getDatabase, { name: 'Own company' });
  const { send, list, download, remove, storedNames } = callsOf(world);

  test('API-PROF-01 API-PROF-02 API-PROF-03 API-PROF-04 D-FILE-04 GEN-06: an archive is kept, listed, handed out as it was, and deleted', async () => {
    const zip = makeZip([
      { name: 'bildes/egle.jpg', content: noise() },
      { name: 'bildes/ļoti skaista.png', content: noise() },
    ]);
    const added = await send([aFile('Meža bildes.zip', zip)]);
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ name: 'Meža bildes.zip', size: zip.length, entries: 2 });
    expect((await list()).json).toEqual([{ ...added.json, addedBy: 'moduleAdmin' }]);

    const got = await download('Meža bildes.zip');
    expect(got.rawPayload.equals(zip)).toBe(true);
    expect(got.headers['content-disposition']).toContain("filename*=UTF-8''Me%C5%BEa%20bildes.zip");
    expect(got.headers['content-security-policy']).toContain('sandbox');
    expect(got.headers['x-content-type-options']).toBe('nosniff');

    // The author was deleted meanwhile.
    const { db } = getDatabase();
    const { id: deletedUserId } = world.own.users.nobody;
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deletedUserId).execute();
    await db
      .updateTable('company_zips')
      .set({ added_by: deletedUserId })
      .where('id', '=', added.json.id)
      .execute();
    expect((await list()).json.map(({ addedBy }) => addedBy)).toEqual(['Deleted user']);

    const again = await send([aFile('Meža bildes.zip', zip)]);
    expect([again.status, again.json.error]).toEqual([409, 'ARCHIVE_EXISTS']);
    expect(again.json.message).toContain('“Meža bildes.zip”');
    expect((await remove('Meža bildes.zip')).status).toBe(204);
    expect((await list()).json).toEqual([]);
    expect((await download('Meža bildes.zip')).statusCode).toBe(404);
    expect((await remove('Meža bildes.zip')).status).toBe(404);
    const logged = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('company_id', '=', world.own.companyId)
      .where('action', 'in', ['FILE_ADDED', 'FILE_DELETED'])
      .orderBy('id')
      .execute();
    // Other tests of this company log archives of other names.
    expect(logged.filter(({ details }) => details.archive === 'Meža bildes.zip')).toEqual([
      { action: 'FILE_ADDED', details: { archive: 'Meža bildes.zip' } },
      { action: 'FILE_DELETED', details: { archive: 'Meža bildes.zip' } },
    ]);
  });

  test('a company keeps a hundred archives and no more', async () => {
    const rows = Array.from({ length: limits.archive.count - 1 }, (_, i) => ({
      company_id: world.own.companyId,
      id: world.own.companyId * 2 ** 32 + 900_000 + i,
      blob_key: randomBytes(16).toString('hex'),
      name: `${i}.zip`,
      size: 1,
      entries: 1,
      added_by: null,
    }));
    await getDatabase().db.insertInto('company_zips').values(rows).execute();
    const zip = makeZip([{ name: 'a.jpg', content: noise() }]);
    expect((await send([aFile('last.zip', zip)])).status).toBe(201);
    const { status, json } = await send([aFile('more.zip', zip)]);
    expect([status, json.error]).toEqual([409, 'TOO_MANY_ARCHIVES']);
    await getDatabase().db.deleteFrom('company_zips').where('company_id', '=', world.own.companyId).execute();
  });

  test('D-PERM-02 D-PERM-06: only the module Admin of the company has anything to do with them', async () => {
    const zip = makeZip([{ name: 'a.jpg', content: noise() }]);
    await send([aFile('own.zip', zip)]);
    for (const who of ['unitAdmin', 'writer', 'reader', 'nobody'] as const) {
      const answers = [
        (await send([aFile('x.zip', zip)], who)).status,
        (await list(who)).status,
        (await download('own.zip', who)).statusCode,
        (await remove('own.zip', who)).status,
      ];
      expect([who, ...answers]).toEqual([who, 403, 403, 403, 403]);
    }
    expect((await list('visitor')).status).toBe(401);
    expect((await send([aFile('x.zip', zip)], 'visitor')).status).toBe(401);
    expect((await list('foreign')).status).toBe(404);
    expect((await download('own.zip', 'foreign')).statusCode).toBe(404);
    expect((await remove('own.zip', 'foreign')).status).toBe(404);
    expect(await storedNames()).toEqual(['own.zip']);
    await remove('own.zip');
  });

  test.skipIf(!existsSync(nasty))(
    'archives from outside are taken or refused, and the server goes on',
    async () => {
      for (const name of readdirSync(nasty).filter((each) => each.endsWith('.zip'))) {
        const { status } = await send([aFile(name, readFileSync(join(nasty, name)))]);
        expect(`${name} ${status}`).toMatch(/ (201|400)$/);
        if (status === 201) expect((await remove(name)).status).toBe(204);
      }
    },
  );
});

describeOnOneDatabase('contents of image archives', (getDatabase) => {
  const world = startCompanyWorld(getDatabase);
  const { headers } = world;
  const { send, remove, storedNames } = callsOf(world);

  const hostile: readonly (readonly [name: string, code: ErrorCode, make: () => Buffer, message: string])[] =
    [
      ['no zip', 'ARCHIVE_UNREADABLE', () => Buffer.from('<svg onload=alert(1)>'), ''],
      ['an empty file', 'ARCHIVE_UNREADABLE', () => Buffer.alloc(0), ''],
      ['an empty zip', 'ARCHIVE_EMPTY', () => makeZip([]), ''],
      [
        'half a zip',
        'ARCHIVE_UNREADABLE',
        () => makeZip([{ name: 'a', content: noise() }]).subarray(0, 1_000),
        'damaged',
      ],
      [
        'a path upwards',
        'ARCHIVE_PATH',
        () => makeZip([{ name: '../../etc/passwd', content: noise() }]),
        '../../etc/passwd',
      ],
      [
        'a path upwards by Windows',
        'ARCHIVE_PATH',
        () => makeZip([{ name: '..\\..\\boot.ini', content: noise() }]),
        '../../boot.ini',
      ],
      [
        'a path upwards inside',
        'ARCHIVE_PATH',
        () => makeZip([{ name: 'a/../../b', content: noise() }]),
        'a/../../b',
      ],
      [
        'an absolute path',
        'ARCHIVE_PATH',
        () => makeZip([{ name: '/etc/passwd', content: noise() }]),
        '/etc/passwd',
      ],
      ['a drive', 'ARCHIVE_PATH', () => makeZip([{ name: 'C:/boot.ini', content: noise() }]), 'C:/boot.ini'],
      [
        'a link',
        'ARCHIVE_LINK',
        () => makeZip([{ name: 'a', content: '/etc/passwd', mode: 0o120777 }]),
        '“a”',
      ],
      [
        'a bomb',
        'ARCHIVE_EXPANDS',
        () => makeZip([{ name: 'a', content: Buffer.alloc(5_000_000) }]),
        '100 times',
      ],
      [
        'a bomb that says it is small',
        'ARCHIVE_UNREADABLE',
        () => makeZip([{ name: 'a', content: Buffer.alloc(5_000_000), claimedSize: 100 }]),
        'damaged',
      ],
      [
        'a size that is a lie',
        'ARCHIVE_UNREADABLE',
        () => makeZip([{ name: 'a', content: noise(), claimedSize: 1_000 }]),
        'damaged',
      ],
      [
        'too many entries',
        'ARCHIVE_FILES',
        () =>
          makeZip(
            Array.from({ length: limits.archive.entries + 1 }, (_, i) => ({ name: `${i}`, content: 'x' })),
          ),
        '10\u00a0000 files',
      ],
    ];
  test.each(hostile)(
    'D-FILE-04: %s is refused, and nothing of it is kept',
    async (name, code, make, message) => {
      const before = await storedNames();
      const { status, json } = await send([aFile(`${name}.zip`, make())]);
      expect([status, json.error]).toEqual([400, code]);
      expect(json.message).toContain(message);
      expect(await storedNames()).toEqual(before);
      const orphaned = await getDatabase().db.selectFrom('loose_blobs').select('blob_key').execute();
      const files = readdirSync(join(world.t.deps.config.dataDir, 'files'), { withFileTypes: true });
      expect(files.filter((file) => file.isFile()).length).toBeLessThanOrEqual(
        orphaned.length + before.length,
      );
    },
  );

  test('D-FILE-04: 10 000 entries are accepted', async () => {
    const entries = Array.from({ length: limits.archive.entries }, (_, i) => ({
      name: `${i}`,
      content: 'x',
    }));
    expect((await send([aFile('many.zip', makeZip(entries))])).json.entries).toBe(limits.archive.entries);
    await remove('many.zip');
  });

  test('D-FILE-04: what unpacks to a hundred times its size is accepted, and to more is not', async () => {
    const bytes = 1_000_000;
    const zip = makeZip([{ name: 'a', content: Buffer.alloc(bytes) }]);
    /** Pads the archive with a comment at its end. */
    const padded = (size: number) => {
      const longer = Buffer.concat([zip, Buffer.alloc(size - zip.length)]);
      longer.writeUInt16LE(size - zip.length, zip.length - 2);
      return longer;
    };
    const smallest = bytes / limits.archive.ratio;
    expect((await send([aFile('taken.zip', padded(smallest))])).json.entries).toBe(1);
    expect((await send([aFile('bomb.zip', padded(smallest - 1))])).json.error).toBe('ARCHIVE_EXPANDS');
    await remove('taken.zip');
  });

  test('a name never is a path, and 100 MB are accepted and no byte more', async () => {
    const zip = makeZip([{ name: 'a.jpg', content: noise() }]);
    const { json } = await send([aFile('..\\..\\..\\secret/..\\evil.zip', zip)]);
    expect(json.name).toBe('evil.zip');
    await remove('evil.zip');
    const large = await send([aFile('large.zip', Buffer.alloc(limits.attachmentBytes + 1))]);
    expect([large.status, large.json.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const atLimit = await send([aFile('large.zip', Buffer.alloc(limits.attachmentBytes))]);
    expect([atLimit.status, atLimit.json.error]).toEqual([400, 'ARCHIVE_UNREADABLE']);
  });

  test('a form without the file, with another part, or with two is refused', async () => {
    const zip = makeZip([{ name: 'a.jpg', content: noise() }]);
    const answers = [];
    for (const parts of [
      [],
      [{ field: 'logo', fileName: 'a.zip', bytes: zip }],
      [aFile('a.zip', zip), aFile('b.zip', zip)],
      [{ field: 'file', text: 'zip' }],
    ])
      answers.push((await send(parts)).status);
    expect(answers).toEqual([400, 400, 400, 400]);
    expect(await storedNames()).toEqual([]);
    const noForm = await world.t.call({
      method: 'POST',
      url: '/api/v1/profile-files/import-zip',
      headers: { ...headers.moduleAdmin },
      payload: {},
    });
    expect(noForm.status).toBe(415);
  });
});
