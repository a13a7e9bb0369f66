import type { ErrorBody } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { blue, clear, plainStyle, readPixels, red } from './ImageWorld.ts';

const green = [0, 160, 0, 255];

describeOnEachDatabase('images in a style that is not saved', (getDatabase) => {
  let world: ObjectWorld;
  let layerId = 0;
  const stored = JSON.stringify(plainStyle('rgba(255,0,0,1)'));
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['kind'],
      geomStyle: stored,
      zoomFrom: 18,
      allObjectsPublic: null,
    });
    await addObjects(getDatabase(), [
      { classId: layerId, wkt: 'POINT(250 500)', data: { kind: 'oak' } },
      { classId: layerId, wkt: 'POINT(750 500)', data: { kind: 'ash' } },
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = (geomStyle: string, as: Requester = 'writer', more: Record<string, string> = {}) =>
    world.t.app.inject({
      method: 'POST',
      url: `/api/v1/proxy/wmsLayers/${layerId}/preview`,
      headers: world.headersOf(as),
      query: mapQuery(`${layerId}_points`, [0, 0, 1_000, 1_000], more),
      payload: { geomStyle },
    });
  const pixels = async (geomStyle: string, more: Record<string, string> = {}) => {
    const answer = await ask(geomStyle, 'writer', more);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { at } = await readPixels(answer.rawPayload);
    return [at(25, 50), at(75, 50)];
  };
  const refusal = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked);
    const { error, errors } = answer.json<ErrorBody>();
    return [answer.statusCode, error, errors?.[0]?.path];
  };

  test('D-CLS-10: the image has the rules of the given style, at every zoom, and nothing is saved', async () => {
    const style = {
      ...plainStyle('rgba(0,0,255,1)'),
      labelRules: [{ ...plainStyle('rgba(0,160,0,1)'), rule: 'data.kind=ash' }],
    };
    expect(await pixels(JSON.stringify(style))).toEqual([blue, green]);
    expect(await pixels(stored)).toEqual([red, red]);
    const filter = { _class: String(layerId), _field: 'kind', _value: 'oak' };
    expect(await pixels(JSON.stringify(style), filter)).toEqual([blue, clear]);
    const layer = await world.t.call<{ geomStyle: string; version: number }>({
      url: `/api/v1/classifiers/single/${layerId}`,
      headers: world.headersOf('writer'),
    });
    expect(layer.json).toMatchObject({ geomStyle: stored, version: 1 });
  });

  test('D-PERM-06: only for those who may edit the layer', async () => {
    expect(await refusal('', 'visitor')).toEqual([401, 'NOT_SIGNED_IN', undefined]);
    expect(await refusal('', 'reader')).toEqual([403, 'FORBIDDEN', undefined]);
    // Another company sees the layer like a visitor and cannot change it.
    expect(await refusal('', 'foreigner')).toEqual([403, 'FORBIDDEN', undefined]);
  });

  test('what is wrong with style or image is said with its place', async () => {
    expect(await refusal('{"lineWidth":-1}')).toEqual([400, 'VALIDATION', '/geomStyle/lineWidth']);
    expect(await refusal('{')).toEqual([400, 'VALIDATION', '/geomStyle']);
    expect(await refusal('', 'writer', { WIDTH: 'x' })).toEqual([400, 'IMAGE_REQUEST', 'query/WIDTH']);
    expect(await refusal('', 'writer', { WIDTH: '5000' })).toEqual([400, 'IMAGE_TOO_LARGE', undefined]);
    expect(await refusal('', 'writer', { _field: 'nowhere', _value: 'x' })).toEqual([
      400,
      'UNKNOWN_FIELD',
      'query/_field',
    ]);
  });
});
