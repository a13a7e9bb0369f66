import type { ErrorBody, GeomFile } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pixelate } from '../../src/features/files/images/maskedImages.ts';
import { newAddress, type Requester } from '../objects/ObjectWorld.ts';
import { type FileWorld, makeFileWorld } from './FileWorld.ts';
import { aFile, filesFor } from './multipart.ts';

/** Left half black, right half white, in stripes of one pixel: whatever is averaged is grey. */
const stripes = async (): Promise<Buffer> => {
  const raw = Buffer.from(Array.from({ length: 200 * 100 }, (_, at) => (at % 2 === 0 ? 0 : 255)));
  return await sharp(raw, { raw: { width: 200, height: 100, channels: 1 } })
    .png()
    .toBuffer();
};
const rightHalf = { x: 0.5, y: 0, width: 0.5, height: 1 } as const;

/** Mean difference of neighbouring pixels of a row: large in stripes, small where they are pixelated. */
async function contrastOf(image: Buffer, side: 'left' | 'right'): Promise<number> {
  const { width, height } = await sharp(image).metadata();
  const half = Math.floor(width / 2);
  const { data } = await sharp(image)
    .extract({ left: side === 'left' ? 2 : half + 2, top: height >> 1, width: half - 4, height: 1 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 1; at < data.length; at += 1) sum += Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0));
  return sum / data.length;
}

test('a box is averaged to few squares, to the edge of the image, and the rest stays', async () => {
  const masked = await pixelate(await stripes(), [rightHalf]);
  expect(await sharp(masked).metadata()).toMatchObject({ format: 'webp', width: 200, height: 100 });
  expect(await contrastOf(masked, 'left')).toBeGreaterThan(100);
  expect(await contrastOf(masked, 'right')).toBeLessThan(20);
  // A box of less than a pixel at the corner covers that pixel.
  await pixelate(await stripes(), [{ x: 1, y: 1, width: 0.001, height: 0.001 }]);
});

describeOnEachDatabase('what the public gets of an image', (getDatabase) => {
  let world: FileWorld;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const attach = async (geometryId: number): Promise<GeomFile> => {
    const [file] = await world.attach(geometryId, aFile('a.png', await stripes()));
    return file as GeomFile;
  };
  const change = (file: GeomFile, payload: object, as: Requester = 'writer') =>
    world.t.call<GeomFile & ErrorBody>({
      method: 'PATCH',
      url: `/api/v1/geom-files/${file.geometryId}/${file.fileId}`,
      headers: { ...newAddress(), ...world.headersOf(as) },
      payload,
    });
  const imagesFor = async (as: Requester, id: number) => (await world.get<string[]>(as, `images/${id}`)).json;
  const open = (url = '') => world.t.app.inject({ url });
  const plainUrl = ({ fileId }: GeomFile, size = 'preview') => `/api/v1/geom-files/image/${fileId}/${size}`;

  test('a hidden image is in no list and under no address of the public; its unit goes on seeing it', async () => {
    const id = await world.addTo(world.layer, true);
    const file = await attach(id);
    expect([file.isHidden, file.boxes, file.images?.preview]).toEqual([false, [], plainUrl(file)]);
    expect((await open(plainUrl(file))).statusCode).toBe(200);
    expect((await change(file, { isHidden: true })).json).toMatchObject({ isHidden: true, boxes: [] });
    for (const as of ['visitor', 'nobody', 'foreigner'] as const) expect(await imagesFor(as, id)).toEqual([]);
    for (const size of ['preview', 'thumbnail'])
      expect((await open(plainUrl(file, size))).statusCode).toBe(404);
    for (const as of ['reader', 'writer'] as const) {
      const [address] = await imagesFor(as, id);
      expect((await open(address)).statusCode).toBe(200);
      // The signature is for the original and cannot be used for what the public gets, nor the other way round.
      expect((await open(`${address}&masked=1`)).statusCode).toBe(404);
    }
    await change(file, { isHidden: false });
    expect(await imagesFor('visitor', id)).toEqual([plainUrl(file, 'thumbnail')]);
  });

  test('boxes are burnt into what the public gets, in both sizes; the file stays as it was', async () => {
    const id = await world.addTo(world.layer, true);
    const file = await attach(id);
    expect((await change(file, { boxes: [rightHalf] })).json.boxes).toEqual([rightHalf]);
    for (const size of ['preview', 'thumbnail']) {
      const { rawPayload } = await open(plainUrl(file, size));
      expect(await contrastOf(rawPayload, 'left')).toBeGreaterThan(100);
      expect(await contrastOf(rawPayload, 'right')).toBeLessThan(20);
    }
    const [seen] = (await world.get<GeomFile[]>('reader', `${id}`)).json;
    expect(await contrastOf((await open(seen?.images?.preview)).rawPayload, 'right')).toBeGreaterThan(100);
    const { rawPayload } = await world.t.app.inject({
      url: `/api/v1/geom-files/download/${id}/${file.fileId}`,
      headers: world.headersOf('reader'),
    });
    expect(rawPayload.equals(await stripes())).toBe(true);
    await change(file, { boxes: [] });
    expect(await contrastOf((await open(plainUrl(file))).rawPayload, 'right')).toBeGreaterThan(100);
  });

  test('the reporter of an object that waits gets it as the public will', async () => {
    const { id, headers } = await world.report();
    const [file] = (await world.upload('visitor', filesFor(id, aFile('a.png', await stripes())), headers))
      .json;
    await getDatabase().db.updateTable('geoms').set({ review: 'waiting' }).where('id', '=', id).execute();
    await change(file as GeomFile, { boxes: [rightHalf] });
    const list = () => world.t.call<string[]>({ url: `/api/v1/geom-files/images/${id}`, headers });
    const [address] = (await list()).json;
    expect(address).toContain('masked=1');
    expect(await contrastOf((await open(address)).rawPayload, 'right')).toBeLessThan(20);
    expect((await open(address?.replace('&masked=1', ''))).statusCode).toBe(404);
    await change(file as GeomFile, { isHidden: true });
    expect((await list()).json).toEqual([]);
    expect((await open(address)).statusCode).toBe(404);
  });

  test('only those who review change it, each change is logged once, and other values are refused', async () => {
    const file = await attach(await world.addTo(world.layer, true));
    for (const [as, status] of [
      ['visitor', 401],
      ['nobody', 403],
      ['foreigner', 403],
      ['reader', 403],
      ['unitAdmin', 200],
    ] as const)
      expect((await change(file, { isHidden: true }, as)).status, as).toBe(status);
    await change(file, { isHidden: true });
    const logged = await getDatabase()
      .db.selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'FILE_CHANGED')
      .where('entity_id', '=', file.geometryId)
      .execute();
    expect(logged.map(({ details }) => details)).toEqual([
      { fileId: file.fileId, file: 'a.png', old: { isHidden: false }, new: { isHidden: true } },
    ]);
    for (const boxes of [
      [{ ...rightHalf, width: 0 }],
      [{ ...rightHalf, x: -0.1 }],
      [{ ...rightHalf, y: 1.1 }],
      [{ x: 0, y: 0, width: 1 }],
      Array.from({ length: 51 }, () => rightHalf),
    ])
      expect((await change(file, { boxes })).status).toBe(400);
    expect((await change(file, { boxes: Array.from({ length: 50 }, () => rightHalf) })).status).toBe(200);
    const [text] = await world.attach(file.geometryId, aFile('a.txt', 'a'));
    expect((await change(text as GeomFile, { isHidden: true })).status).toBe(404);
  });
});
