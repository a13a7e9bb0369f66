import { feedLimits } from '@pgis/contract';
import { addComment, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeObjectWorld, newAddress, type ObjectWorld } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('feeds of layers', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const add = (options: object = {}) => addLayer(getDatabase(), { groupId: world.roadsGroup, ...options });
  const read = (layerId: number, headers: Record<string, string> = {}, query = '') =>
    world.t.app.inject({ url: `/api/v1/feeds/${layerId}${query}`, headers: { ...newAddress(), ...headers } });

  it('everybody reads the newest objects that visitors see, in valid XML, with their public status', async () => {
    const layerId = await add({ name: 'Pits & <holes>' });
    const classId = layerId;
    const id = await addObject(getDatabase(), {
      classId,
      wkt: 'POINT(2682744.4 7748337.1)',
      name: 'Kalna & 2',
      description: '<script>',
      isPublic: true,
    });
    await addComment(getDatabase(), { geomId: id, content: 'c', isPublic: true, status: 'Planned' });
    await addObject(getDatabase(), { classId, name: 'Private', isPublic: false });
    const { statusCode, headers, body } = await read(layerId, {}, '?lang=en');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(body).toContain('<title>Pits &amp; &lt;holes&gt;</title>');
    expect(body).toContain('Kalna &amp; 2</title>');
    expect(body).toContain('<summary>&lt;script&gt;</summary>');
    expect(body).toContain('<category term="Planned"/>');
    // Latitude first, of the point in EPSG:3857 above.
    expect(body).toContain('<georss:point>56.942313 24.099503</georss:point>');
    expect(body).not.toContain('Private');
    // A session shows nothing more.
    expect((await read(layerId, world.headersOf('moduleAdmin'), '?lang=en')).body).toBe(body);
    const again = await read(layerId, { 'if-none-match': String(headers.etag) }, '?lang=en');
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('layers that visitors do not see have no feed', async () => {
    const hidden = await add({ allObjectsPublic: false });
    for (const id of [hidden, 999])
      expect((await read(id, world.headersOf('moduleAdmin'))).statusCode).toBe(404);
  });

  it('a feed has at most 50 entries', async () => {
    const layerId = await add({ allObjectsPublic: true });
    await addObjects(
      getDatabase(),
      Array.from({ length: feedLimits.entries + 1 }, () => ({ classId: layerId })),
    );
    expect((await read(layerId)).body.match(/<entry>/g)).toHaveLength(feedLimits.entries);
  });
});
