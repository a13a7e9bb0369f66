import { createHash } from 'node:crypto';
import { type GeomFile, limits } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepStorage } from '../../src/features/files/sweepStorage.ts';
import { type FileWorld, makeFileWorld } from './FileWorld.ts';
import { aFile, filesFor, formHeaders, toForm } from './multipart.ts';

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const anyBytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256));

describeOnEachDatabase('files of objects', (getDatabase) => {
  let world: FileWorld;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const list = async (geometryId: number) => (await world.get<GeomFile[]>('reader', `${geometryId}`)).json;
  const download = ({ geometryId, fileId }: GeomFile) =>
    world.t.app.inject({
      url: `/api/v1/geom-files/download/${geometryId}/${fileId}`,
      headers: world.headersOf('reader'),
    });
  const newObject = () => world.addTo(world.layer, false);
  const rowsOf = (geometryId: number) =>
    getDatabase().db.selectFrom('geom_files').selectAll().where('geom_id', '=', geometryId).execute();
  const orphanedKeys = async () =>
    (await getDatabase().db.selectFrom('loose_blobs').select('blob_key').execute())
      .map(({ blob_key }) => blob_key)
      .sort();
  const auditOf = (geometryId: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'user_name', 'unit_id', 'layer_id', 'entity_name', 'details', 'request_id'])
      .where('entity', '=', 'object')
      .where('entity_id', '=', geometryId)
      .where('action', 'like', 'FILE%')
      .orderBy('id')
      .execute();

  test('API-FILE-01 API-FILE-02 DATA-26 DATA-27 D-FILE-01: files with their descriptions are listed, newest first', async () => {
    const geometryId = await newObject();
    const { status, json } = await world.upload(
      'writer',
      toForm([
        aFile('Līgums „Ērgļi”.pdf', '%PDF-1.7 …'),
        { field: 'file_description', text: '  Contract with a newline\nand quotes "  ' },
        aFile('data.bin', anyBytes),
        { field: 'geometryId', text: String(geometryId) },
      ]),
    );
    expect([status, json.length]).toEqual([201, 2]);
    expect(await list(geometryId)).toEqual([
      {
        id: expect.any(Number),
        geometryId,
        fileId: expect.any(Number),
        name: 'data.bin',
        description: '',
        added: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        size: 70_000,
        mime: 'application/octet-stream',
        isImage: false,
        canDelete: false,
        isHidden: false,
        boxes: [],
        images: null,
      },
      expect.objectContaining({
        name: 'Līgums „Ērgļi”.pdf',
        description: 'Contract with a newline\nand quotes "',
        mime: 'application/pdf',
      }),
    ]);
    for (const { id, fileId } of await list(geometryId)) expect(id).toBe(fileId);
    expect(await list(await newObject())).toEqual([]);
  });

  test('API-FILE-03 D-FILE-02: a download is the original bytes, as an attachment that no page can run', async () => {
    const [file] = await world.attach(await newObject(), aFile("Žagari 'a' (1)*.html", anyBytes));
    const answer = await download(file as GeomFile);
    expect(answer.statusCode).toBe(200);
    expect(sha(answer.rawPayload)).toBe(sha(anyBytes));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '70000',
      'content-disposition': `attachment; filename="_agari 'a' (1)*.html"; filename*=UTF-8''%C5%BDagari%20%27a%27%20%281%29%2A.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
  });

  test('API-FILE-04: a deleted file is gone from the list and for downloads; its bytes go with the next sweep', async () => {
    const geometryId = await newObject();
    const [file, other] = await world.attach(geometryId, aFile('a.txt', 'a'), aFile('b.txt', 'b'));
    const [row] = (await rowsOf(geometryId)).filter(({ id }) => id === file?.id);
    expect((await world.remove('moduleAdmin', file as GeomFile)).status).toBe(204);
    expect((await list(geometryId)).map(({ id }) => id)).toEqual([other?.id]);
    expect((await download(file as GeomFile)).statusCode).toBe(404);
    expect((await world.remove('moduleAdmin', file as GeomFile)).status).toBe(404);
    expect(world.filesOnDisk()).toContain(row?.blob_key);
    await sweepStorage(world.t.deps, { isAlone: false });
    expect(world.filesOnDisk()).toContain(row?.blob_key);
    await sweepStorage(world.t.deps, { isAlone: true });
    expect(world.filesOnDisk()).not.toContain(row?.blob_key);
    expect((await download(other as GeomFile)).body).toBe('b');
  });

  test('D-LOG-01: adding and deleting write a row each, with name, size and object', async () => {
    const geometryId = await newObject();
    const [file] = await world.attach(geometryId, aFile('a.txt', 'abc'));
    const { headers } = await world.remove('moduleAdmin', file as GeomFile);
    const what = {
      fileId: file?.id,
      name: 'a.txt',
      description: '',
      size: 3,
      mime: 'application/octet-stream',
    };
    const common = {
      user_name: 'moduleAdmin',
      unit_id: world.own.units.roads,
      layer_id: expect.any(Number),
      entity_name: expect.any(String),
    };
    expect(await auditOf(geometryId)).toEqual([
      { ...common, action: 'FILE_ADDED', details: { new: what }, request_id: expect.any(String) },
      { ...common, action: 'FILE_DELETED', details: { old: what }, request_id: headers['x-request-id'] },
    ]);
  });

  test('files stay while their object is deleted, and are back when the deletion is undone', async () => {
    const geometryId = await newObject();
    const [file] = await world.attach(geometryId, aFile('a.txt', 'abc'));
    const headers = world.headersOf('moduleAdmin');
    await world.t.call({ method: 'DELETE', url: `/api/v1/geoms/${geometryId}`, headers });
    expect((await world.get('moduleAdmin', `${geometryId}`)).status).toBe(404);
    expect((await download(file as GeomFile)).statusCode).toBe(404);
    expect((await world.upload('moduleAdmin', filesFor(geometryId, aFile('b', 'b')))).status).toBe(404);
    await sweepStorage(world.t.deps, { isAlone: true });
    await world.t.call({ method: 'POST', url: `/api/v1/geoms/${geometryId}/restore`, headers });
    expect((await download(file as GeomFile)).body).toBe('abc');
  });

  const manyFiles = (count: number) => Array.from({ length: count }, (_, i) => aFile(`${i}.txt`, `${i}`));
  const texts = (count: number, field: string) =>
    Array.from({ length: count }, () => ({ field, text: 'd' }) as const);
  const tooMany = { error: 'VALIDATION', errors: [{ code: 'TOO_MANY' }] };

  test('20 files, 30 fields, 50 parts of an upload pass; one more is refused and nothing of it is stored', async () => {
    const geometryId = await newObject();
    const { files, fields, parts } = limits.upload;
    expect([files, fields, parts]).toEqual([20, 30, 50]);
    const full = [...manyFiles(files), ...texts(fields - 1, 'file_description')];
    expect((await world.upload('writer', filesFor(geometryId, ...full))).status).toBe(201);
    const before = world.filesOnDisk();
    for (const more of [
      manyFiles(files + 1),
      [...manyFiles(1), ...texts(fields, 'file_description')],
      [...full, ...texts(1, 'file_description')],
    ])
      expect((await world.upload('writer', filesFor(geometryId, ...more))).json).toMatchObject(tooMany);
    expect(world.filesOnDisk()).toEqual(before);
    expect(await rowsOf(geometryId)).toHaveLength(files);
  });

  test('what is wrong with a form is said, and nothing of it is stored', async () => {
    const geometryId = await newObject();
    const id = { field: 'geometryId', text: String(geometryId) };
    const file = aFile('a.txt', 'a');
    const before = world.filesOnDisk();
    const forms: [string, string, Buffer][] = [
      ['/geometryId', 'REQUIRED', toForm([file])],
      ['/geometryId', 'WRONG_TYPE', toForm([file, { field: 'geometryId', text: '1e3' }])],
      ['/geometryId', 'DUPLICATE', toForm([id, id, file])],
      ['/file', 'REQUIRED', toForm([id])],
      ['/file', 'REQUIRED', toForm([id, aFile('', '')])],
      ['/colour', 'UNKNOWN_PROPERTY', toForm([id, file, { field: 'colour', text: 'x' }])],
      ['/photo', 'UNKNOWN_PROPERTY', toForm([id, { ...file, field: 'photo' }])],
      ['/file_description', 'NOT_ALLOWED', toForm([id, file, { field: 'file_description', text: 'a\0b' }])],
      [
        '/file_description',
        'TOO_LONG',
        toForm([id, file, { field: 'file_description', text: 'ž'.repeat(limits.fileDescriptionLength + 1) }]),
      ],
    ];
    for (const [path, code, form] of forms) {
      const { status, json } = await world.upload('writer', form);
      expect([status, json.errors]).toEqual([400, [{ path, code }]]);
    }
    const longest = 'ž'.repeat(limits.fileDescriptionLength);
    const fine = toForm([id, file, { field: 'file_description', text: ` ${longest} ` }]);
    expect((await world.upload('writer', fine)).json[0]?.description).toBe(longest);
    expect(await rowsOf(geometryId)).toHaveLength(1);
    expect(world.filesOnDisk()).toHaveLength(before.length + 1);
  });

  test('what is no form, or one without an end, is refused in words', async () => {
    const geometryId = await newObject();
    const orphanedBefore = await orphanedKeys();
    const form = filesFor(geometryId, aFile('a.txt', anyBytes));
    const answers = [
      [form.subarray(0, form.length - 10), formHeaders, 400, 'UPLOAD_BROKEN'],
      [form.subarray(0, form.length / 2), formHeaders, 400, 'UPLOAD_BROKEN'],
      [Buffer.alloc(0), formHeaders, 400, 'UPLOAD_BROKEN'],
      [form, { 'content-type': 'multipart/form-data' }, 400, 'UPLOAD_BROKEN'],
      [Buffer.from('{}'), { 'content-type': 'application/json' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [form, { 'content-type': 'application/octet-stream' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ] as const;
    for (const [payload, headers, status, error] of answers) {
      const answer = await world.upload('writer', payload, headers);
      expect([answer.status, answer.json.error]).toEqual([status, error]);
    }
    const elsewhere = await world.t.call({
      method: 'POST',
      url: '/api/v1/token',
      headers: formHeaders,
      payload: form,
    });
    expect(elsewhere.status).toBe(415);
    expect(await rowsOf(geometryId)).toEqual([]);
    expect(await orphanedKeys()).toEqual(orphanedBefore);
  });

  test('a name is only a name: no path, nothing invisible, at most 255 units with its ending', async () => {
    const names = {
      '../../etc/passwd': 'passwd',
      'C:\\fakepath\\a.jpg': 'a.jpg',
      'photo\u202Egpj.exe': 'photogpj.exe',
      '..': 'file',
      '<img src=x onerror=alert(1)>.png': '<img src=x onerror=alert(1)>.png',
      "Robert'); DROP TABLE geom_files;--": "Robert'); DROP TABLE geom_files;--",
      [`${'ā'.repeat(300)}.jpeg`]: `${'ā'.repeat(250)}.jpeg`,
    };
    const geometryId = await newObject();
    const files = Object.keys(names).map((name) => aFile(name, 'x'));
    const attached = await world.attach(geometryId, ...files);
    expect(attached.map(({ name }) => name)).toEqual(Object.values(names));
  });

  test('two files of one name are two files', async () => {
    const geometryId = await newObject();
    const [one, two] = await world.attach(geometryId, aFile('a.txt', '1'), aFile('a.txt', '2'));
    const bodies = await Promise.all([one, two].map(async (file) => (await download(file as GeomFile)).body));
    expect(bodies).toEqual(['1', '2']);
  });
});
