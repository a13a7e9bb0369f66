import type { GeomFile } from '@pgis/contract';
import { describeOnOneDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileWorld, makeFileWorld } from './FileWorld.ts';
import { aFile } from './multipart.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7fa34b' } });
/** Photo stored sideways, with orientation, GPS position and camera in its EXIF data. */
const photo = await plain(2_400, 1_800)
  .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '56/1 57/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

describeOnOneDatabase('thumbnails and previews of attached images', (getDatabase) => {
  let world: FileWorld;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const attach = async (isPublic: boolean, name: string, bytes: Buffer | string): Promise<GeomFile> => {
    const [file] = await world.attach(await world.addTo(world.layer, isPublic), aFile(name, bytes));
    return file as GeomFile;
  };
  const getUrl = (url = '') => world.t.app.inject({ url });

  test('D-FILE-02: thumbnail and preview are upright, of 256 and 1600 pixels, and tell nothing of the camera', async () => {
    const { images, mime, isImage } = await attach(true, 'photo.JPG', photo);
    expect([mime, isImage]).toEqual(['image/jpeg', true]);
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    for (const [url, width, height] of [
      [images?.thumbnail, 192, 256],
      [images?.preview, 1_200, 1_600],
    ] as const) {
      const answer = await getUrl(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, max-age=300',
      });
      const { width: w, height: h, exif, orientation, xmp, icc } = await sharp(answer.rawPayload).metadata();
      expect([w, h, exif, orientation, xmp, icc]).toEqual([
        width,
        height,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect((await getUrl(url)).rawPayload.equals(answer.rawPayload)).toBe(true);
    }
  });

  test('a small image stays small', async () => {
    const { images } = await attach(true, 'small.png', await plain(40, 30).png().toBuffer());
    expect(await sharp((await getUrl(images?.preview)).rawPayload).metadata()).toMatchObject({
      width: 40,
      height: 30,
    });
  });

  test('D-FILE-02: what an image is, its content says, whatever its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const kinds = [
      ['a.txt', await plain(20, 20).webp().toBuffer(), 'image/webp', true],
      ['b.bin', await plain(20, 20).gif().toBuffer(), 'image/gif', true],
      ['c.png', await plain(20, 20).avif().toBuffer(), 'image/avif', true],
      ['d.png', Buffer.from(svg), 'application/octet-stream', false],
      ['e.jpg', Buffer.from('<html><script>alert(1)</script>'), 'application/octet-stream', false],
      ['f.jpg', photo.subarray(0, 20), 'image/jpeg', false],
      ['g.tif', await plain(20, 20).tiff().toBuffer(), 'image/tiff', false],
    ] as const;
    for (const [name, bytes, mime, isImage] of kinds) {
      const file = await attach(true, name, bytes);
      expect([name, file.mime, file.isImage, file.images !== null]).toEqual([name, mime, isImage, isImage]);
    }
  });

  test('24 megapixels get a thumbnail; one row more is kept as a file and never decoded', async () => {
    const fits = await attach(true, 'fits.png', await plain(6_000, 4_000).png().toBuffer());
    expect((await getUrl(fits.images?.thumbnail)).statusCode).toBe(200);
    const tooLarge = await attach(true, 'bomb.png', await plain(6_000, 4_001).png().toBuffer());
    expect([tooLarge.isImage, tooLarge.images]).toEqual([false, null]);
    expect((await getUrl(`/api/v1/geom-files/image/${tooLarge.id}/thumbnail`)).statusCode).toBe(404);
  });

  test('an image that breaks off behind its header has no thumbnail, and everything else goes on', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer();
    const { images, isImage } = await attach(true, 'half.png', png.subarray(0, 20_000));
    expect(isImage).toBe(true);
    expect([200, 404]).toContain((await getUrl(images?.thumbnail)).statusCode);
    expect((await getUrl('/healthz')).statusCode).toBe(200);
  });

  test('API-FILE-05 D-FILE-03: thumbnails of an object that the public sees work without a token', async () => {
    const { geometryId, id } = await attach(true, 'photo.jpg', photo);
    await world.attach(geometryId, aFile('notes.txt', 'no picture'));
    for (const requester of ['visitor', 'reader'] as const) {
      const { status, json } = await world.get<string[]>(requester, `images/${geometryId}`);
      expect([status, json]).toEqual([200, [`/api/v1/geom-files/image/${id}/thumbnail`]]);
    }
  });

  test('API-FILE-05 D-FILE-03: those of a private one by a signed address of five minutes, which fits nothing else', async () => {
    const { geometryId, id, images } = await attach(false, 'photo.jpg', photo);
    const other = await attach(false, 'other.jpg', photo);
    expect((await world.get('visitor', `images/${geometryId}`)).status).toBe(404);
    const { json } = await world.get<string[]>('reader', `images/${geometryId}`);
    const [address = ''] = json;
    expect(address).toMatch(/\?until=\d+&signature=[\w-]{43}$/);
    expect(address).toBe(images?.thumbnail);
    expect((await getUrl(address)).statusCode).toBe(200);

    const until = Number(/until=(\d+)/.exec(address)?.[1]);
    const wrong = [
      `/api/v1/geom-files/image/${id}/thumbnail`,
      address.replace(`/${id}/`, `/${other.id}/`),
      address.replace('thumbnail', 'preview'),
      address.replace(String(until), String(until + 1)),
      address.replace(/signature=.{3}/, 'signature=AAA'),
      `/api/v1/geom-files/image/${id + 1_000_000}/thumbnail`,
    ];
    for (const url of wrong) expect([url, (await getUrl(url)).statusCode]).toEqual([url, 404]);
    world.t.clock.advance(299);
    expect((await getUrl(address)).statusCode).toBe(200);
    world.t.clock.advance(62);
    expect((await getUrl(address)).statusCode).toBe(404);
    world.t.clock.advance(-361);
  });

  test('a deleted file and a deleted object have no images any more', async () => {
    const file = await attach(true, 'photo.jpg', photo);
    const { geometryId, images } = await attach(true, 'photo.jpg', photo);
    await world.remove('moduleAdmin', file);
    expect((await getUrl(file.images?.thumbnail)).statusCode).toBe(404);
    const headers = world.headersOf('moduleAdmin');
    await world.t.call({ method: 'DELETE', url: `/api/v1/geoms/${geometryId}`, headers });
    expect((await getUrl(images?.thumbnail)).statusCode).toBe(404);
  });
});
