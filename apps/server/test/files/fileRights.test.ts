import { type ErrorBody, type GeomFile, limits } from '@pgis/contract';
import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, type Requester, requesters } from '../objects/ObjectWorld.ts';
import { type FileWorld, makeFileWorld } from './FileWorld.ts';
import { aFile, filesFor, toForm } from './multipart.ts';

/** Status that each requester gets for a public and for a private object of the unit `roads`. */
type Answers = Record<Requester, readonly [onPublic: number, onPrivate: number]>;
const outsiders = (onPublic: number) =>
  ({ foreigner: [onPublic, 404], nobody: [onPublic, 404] }) as const satisfies Partial<Answers>;
const list: Answers = {
  visitor: [401, 401],
  ...outsiders(403),
  reader: [200, 200],
  writer: [200, 200],
  unitAdmin: [200, 200],
  moduleAdmin: [200, 200],
};
const upload: Answers = {
  visitor: [401, 401],
  ...outsiders(403),
  reader: [403, 403],
  writer: [201, 201],
  unitAdmin: [201, 201],
  moduleAdmin: [201, 201],
};
const remove: Answers = {
  visitor: [401, 401],
  ...outsiders(403),
  reader: [403, 403],
  writer: [403, 403],
  unitAdmin: [204, 204],
  moduleAdmin: [204, 204],
};

describeOnEachDatabase('rights on files', (getDatabase, itOnce) => {
  let world: FileWorld;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const objectsWithFile = async (): Promise<GeomFile[]> => {
    const files: GeomFile[] = [];
    for (const isPublic of [true, false])
      files.push(...(await world.attach(await world.addTo(world.layer, isPublic), aFile('a.txt', 'a'))));
    return files;
  };

  test.each(requesters)('D-PERM-02 D-PERM-06 PERM-10: what a %s may do with files', async (requester) => {
    const files = await objectsWithFile();
    const ask = async (call: (file: GeomFile) => Promise<{ readonly status: number }>) => {
      const statuses: number[] = [];
      for (const file of files) statuses.push((await call(file)).status);
      return statuses;
    };
    const get = (path: (file: GeomFile) => string) => ask((file) => world.get(requester, path(file)));
    expect(await get(({ geometryId }) => `${geometryId}`)).toEqual(list[requester]);
    expect(await get(({ geometryId, fileId }) => `download/${geometryId}/${fileId}`)).toEqual(
      list[requester],
    );
    const sends = (file: GeomFile) => world.upload(requester, filesFor(file.geometryId, aFile('b', 'b')));
    expect(await ask(sends)).toEqual(upload[requester]);
    expect(await ask((file) => world.remove(requester, file))).toEqual(remove[requester]);
  });

  itOnce('a Write user deletes their own uploads, and the list says so', async () => {
    const geometryId = await world.addTo(world.layer, false);
    await world.attach(geometryId, aFile('theirs.txt', 'a'));
    await world.upload('writer', filesFor(geometryId, aFile('mine.txt', 'b')));
    const { json } = await world.get<GeomFile[]>('writer', `${geometryId}`);
    expect(json.map(({ name, canDelete }) => [name, canDelete])).toEqual([
      ['mine.txt', true],
      ['theirs.txt', false],
    ]);
    expect((await world.remove('writer', json[0] as GeomFile)).status).toBe(204);
  });

  test('D-PERM-06: a file under another object than its own, a foreign and an absent one answer alike', async () => {
    const [own, other] = await objectsWithFile();
    const paths = [
      `download/${other?.geometryId}/${own?.fileId}`,
      `download/${own?.geometryId}/${(own?.fileId ?? 0) + 1_000_000}`,
      `download/${(own?.geometryId ?? 0) + 1_000_000}/${own?.fileId}`,
    ];
    const answers = await Promise.all(paths.map((path) => world.get<ErrorBody>('moduleAdmin', path)));
    const texts = answers.map(({ text }) => text.replace(/[0-9a-f-]{36}/, 'REQUEST'));
    expect(new Set(texts).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('D-FILE-06: a visitor attaches to the object just added, and nobody else does', async () => {
    const { id, headers } = await world.report();
    const file = aFile('photo.jpg', 'x');
    const { status, json } = await world.upload('visitor', filesFor(id, file), headers);
    expect([status, json[0]?.name, json[0]?.canDelete]).toEqual([201, 'photo.jpg', false]);
    const last = toForm([file, { field: 'geometryId', text: String(id) }]);
    expect((await world.upload('visitor', last, headers)).status).toBe(201);

    expect((await world.upload('visitor', filesFor(id, file))).json.error).toBe('NOT_SIGNED_IN');
    expect((await world.upload('visitor', last)).json.error).toBe('NOT_SIGNED_IN');
    const stranger = await world.report();
    expect((await world.upload('visitor', filesFor(id, file), stranger.headers)).status).toBe(401);
  });

  test('D-FILE-06: photos that were without a network arrive within a day; after an hour they are hidden from others', async () => {
    const { id, headers } = await world.report();
    const stranger = await world.report();
    const jpeg = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f0' } })
      .jpeg()
      .toBuffer();
    const photo = filesFor(id, aFile('photo.jpg', await jpeg));
    const send = async (from: Readonly<Record<string, string>>) => {
      const { status, json } = await world.upload('visitor', photo, from);
      return [status, json[0]?.isHidden];
    };
    const times = [
      { afterS: 59 * 60, own: [201, false] },
      { afterS: 61 * 60, own: [201, true] },
      { afterS: 23 * 3_600, own: [201, true] },
      { afterS: 86_401, own: [401, undefined] },
    ];
    for (const { afterS, own } of times) {
      world.t.clock.advance(afterS);
      try {
        expect([afterS, await send(headers), await send(stranger.headers)]).toEqual([
          afterS,
          own,
          [401, undefined],
        ]);
      } finally {
        world.t.clock.advance(-afterS);
      }
    }
    // Visitors see the first one only.
    expect((await world.get<string[]>('visitor', `images/${id}`)).json).toHaveLength(1);
  });

  test('D-FILE-06: a visitor’s report that nobody has reviewed yet accepts the visitor’s photo', async () => {
    const layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, allowPublicRegistration: true });
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ show_after_review: true })
      .where('id', '=', layer)
      .execute();
    const { id, headers } = await world.report(layer);
    expect((await world.get('visitor', `images/${id}`)).status).toBe(404);
    expect((await world.upload('visitor', filesFor(id, aFile('a', 'a')), headers)).status).toBe(201);
  });

  test('D-FILE-06: 500 MB a day and address pass; the next byte is refused, and a day later it is not', async () => {
    const { id, headers } = await world.report();
    const { bytesPerDay } = limits.visitorUpload;
    expect(bytesPerDay).toBe(500_000_000);
    const send = (bytes: number, from: Readonly<Record<string, string>> = headers) =>
      world.upload('visitor', filesFor(id, aFile('a', Buffer.alloc(bytes))), from);
    expect((await send(10)).status).toBe(201);
    await getDatabase()
      .db.updateTable('visitor_uploads')
      .set({ bytes: bytesPerDay - 15 })
      .where('bytes', '=', 10)
      .execute();
    const before = world.filesOnDisk();
    const refused = await send(16);
    expect([refused.status, refused.json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(world.filesOnDisk()).toEqual(before);
    expect((await send(15)).status).toBe(201);
    expect((await send(1)).status).toBe(429);
    expect((await send(1, { ...headers, ...newAddress() })).status).toBe(201);
    await getDatabase()
      .db.updateTable('geoms')
      .set({ created_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', id)
      .execute();
    world.t.clock.advance(86_401);
    expect((await send(1)).status).toBe(201);
    world.t.clock.advance(-86_401);
  });
});
