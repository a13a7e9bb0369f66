import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReplyOf, searchPlaces } from '@pgis/contract';
import { describeOnOneDatabase, startTestApp } from '@pgis/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findNearestPlace } from './findNearestPlace.ts';
import { gazetteerPlaces } from './gazetteerPlaces.ts';
import type { PlaceQuery } from './PlaceProvider.ts';
import { photonPlaces } from './photonPlaces.ts';

const query: PlaceQuery = {
  text: 'Brīvības iela 12',
  folded: 'brivibas iela 12',
  centerLonLat: [24.1, 56.95],
  language: 'lv',
  limit: 6,
};

/** Feature in the format of Photon's documentation. */
const feature = (properties: object, coordinates = [24.1158, 56.9551]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: { osm_type: 'N', osm_id: 1, countrycode: 'LV', country: 'Latvija', ...properties },
});
const answer = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

/** A server that answers like Photon, and the addresses it was asked for. */
async function startPhoton(listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    listener(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('D-OBJ-11: Photon is asked around the middle of the map, and its answers become places', async () => {
  const photon = await startPhoton((_, reply) =>
    reply.end(
      answer(
        feature({
          street: 'Brīvības iela',
          housenumber: '12',
          district: 'Centrs',
          city: 'Rīga',
          osm_key: 'place',
        }),
        feature({ name: 'Kafe', street: 'Brīvības iela', housenumber: '12', city: 'Ogre' }, [24.6, 56.81]),
        feature({ osm_key: 'boundary' }),
      ),
    ),
  );
  expect(await photonPlaces(`${photon.url}/geo`).find(query)).toEqual([
    { name: 'Brīvības iela 12', detail: 'Centrs, Rīga, Latvija', lonLat: [24.1158, 56.9551], population: 0 },
    { name: 'Kafe', detail: 'Brīvības iela 12, Ogre, Latvija', lonLat: [24.6, 56.81], population: 0 },
  ]);
  await photonPlaces(photon.url).find({ ...query, language: 'en', text: 'a&b=c#d' });
  expect(photon.asked).toEqual([
    '/geo/api?q=Br%C4%ABv%C4%ABbas+iela+12&lon=24.1&lat=56.95&limit=6',
    '/api?q=a%26b%3Dc%23d&lon=24.1&lat=56.95&limit=6&lang=en',
  ]);
});

test.each([
  ['an error', (_, reply) => reply.writeHead(500).end()],
  ['a page', (_, reply) => reply.end('<html>')],
  ['something else', (_, reply) => reply.end('{"features":[{"geometry":null}]}')],
  ['a way to another address', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['more than anybody reads', (_, reply) => reply.end(answer(feature({ name: 'x'.repeat(1_100_000) })))],
  ['nothing for two seconds', () => {}],
] as const satisfies readonly (readonly [string, RequestListener])[])(
  'where Photon answers with %s the provider says so',
  async (_, listener) => {
    const photon = await startPhoton(listener);
    await expect(photonPlaces(photon.url).find(query)).rejects.toThrow();
  },
);

describeOnOneDatabase('searching with Photon', (getDatabase) => {
  const search = async (url: string) => {
    await using t = await startTestApp(getDatabase(), {
      env: { PLACES_PROVIDER: 'photon', PLACES_URL: url },
    });
    return (await t.call<ReplyOf<typeof searchPlaces>>({ url: '/api/v1/places?q=kafe&lon=24.1&lat=56.9' }))
      .json;
  };

  test('D-OBJ-11: with PLACES_PROVIDER=photon its places are found, with whom they come from', async () => {
    const photon = await startPhoton((_, reply) =>
      reply.end(answer(feature({ name: 'Kafe', city: 'Rīga' }))),
    );
    expect(await search(photon.url)).toEqual({
      items: [{ kind: 'place', name: 'Kafe', detail: 'Rīga, Latvija', lonLat: [24.1158, 56.9551] }],
      attribution: '© OpenStreetMap contributors',
      isServiceAway: false,
    });
  });

  test('a position is named by its town alone for a layer that blurs positions; Photon is not asked', async () => {
    const photon = await startPhoton((_, reply) => reply.end(answer(feature({ street: 'Brīvības iela' }))));
    await using t = await startTestApp(getDatabase(), {
      env: { PLACES_PROVIDER: 'photon', PLACES_URL: photon.url },
    });
    const url = '/api/v1/places/nearest?lon=24.1056&lat=56.946';
    expect((await t.call({ url })).json).toMatchObject({ name: 'Brīvības iela', isAddress: true });
    expect((await t.call({ url: `${url}&towns=true` })).json).toMatchObject({
      name: 'Rīga',
      isAddress: false,
    });
    expect(photon.asked).toHaveLength(1);
  });

  test('D-OBJ-11: without its answer the search goes on, and says that the service is away', async () => {
    const photon = await startPhoton((_, reply) => reply.writeHead(503).end());
    expect(await search(photon.url)).toEqual({ items: [], attribution: '', isServiceAway: true });
  });
});

test.each([
  [{ street: 'Brīvības iela', housenumber: '12', city: 'Rīga' }, 'Brīvības iela 12, Rīga', true],
  [{ name: 'Kafe', city: 'Ogre' }, 'Kafe, Ogre', false],
  [{ street: 'x'.repeat(60) }, 'x'.repeat(40), true],
] as const)('a position is named by the nearest address: %j', async (properties, name, isAddress) => {
  const photon = await startPhoton((_, reply) => reply.end(answer(feature(properties))));
  const ask = { lonLat: [24.1158, 56.9552], language: 'lv', log: { warn: () => {} } } as const;
  const nearest = await findNearestPlace(photonPlaces(photon.url), ask);
  expect(nearest).toMatchObject({ name, isAddress, attribution: '© OpenStreetMap contributors' });
  expect(nearest.distanceM).toBeLessThan(20);
  expect(photon.asked[0]).toContain('/reverse?lon=24.1158&lat=56.9552&limit=1');
});

test('a position far from any place, and one without the geocoder, has no name', async () => {
  const log = { warn: vi.fn() };
  const ocean = { lonLat: [-30, 40], language: 'en', log } as const;
  expect((await findNearestPlace(gazetteerPlaces, ocean)).name).toBe('');
  expect(log.warn).not.toHaveBeenCalled();
  const away = photonPlaces('http://127.0.0.1:1/');
  expect((await findNearestPlace(away, { ...ocean, lonLat: [24, 57] })).name).toBe('');
  expect(log.warn).toHaveBeenCalledOnce();
});
