import type { Language } from '@pgis/contract';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PlaceProvider, PlaceQuery, ProvidedPlace } from './PlaceProvider.ts';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 1_000_000;

const text = Type.Optional(Type.String());
/** The part of Photon's answer that is read. */
const PhotonReply = Compile(
  Type.Object({
    features: Type.Array(
      Type.Object({
        geometry: Type.Object({
          type: Type.Literal('Point'),
          coordinates: Type.Tuple([Type.Number(), Type.Number()]),
        }),
        properties: Type.Object({
          name: text,
          street: text,
          housenumber: text,
          district: text,
          city: text,
          county: text,
          state: text,
          country: text,
        }),
      }),
    ),
  }),
);

/**
 * Photon (photon.komoot.io, or a server of one's own): the addresses of OpenStreetMap. Its address is a setting of who
 * runs the server; what users type goes into the query and nowhere else.
 */
export const photonPlaces = (baseUrl: string): PlaceProvider => ({
  attribution: '© OpenStreetMap contributors',
  async find(query) {
    return (await ask(addressOf(baseUrl, query))).flatMap(({ geometry, properties }): ProvidedPlace[] => {
      const { street, housenumber, district, city, county, state, country } = properties;
      const address = [street, housenumber].filter((part) => part !== undefined).join(' ');
      const name = properties.name ?? address;
      if (name === '') return [];
      const around = [
        properties.name === undefined ? undefined : address,
        district,
        city ?? county ?? state,
        country,
      ];
      const detail = [
        ...new Set(around.filter((part) => part !== undefined && part !== '' && part !== name)),
      ];
      return [{ name, detail: detail.join(', '), lonLat: geometry.coordinates, population: 0 }];
    });
  },
  async findNearest([lon, lat], language) {
    const [nearest] = await ask(toUrl(baseUrl, 'reverse', { lon, lat, limit: 1 }, language));
    if (nearest === undefined) return undefined;
    const { name, street, housenumber, city, county } = nearest.properties;
    const address = [street, housenumber].filter((part) => part !== undefined).join(' ');
    const first = address === '' ? name : address;
    const parts = [first, city ?? county].filter((part) => part !== undefined);
    return { name: parts.join(', '), lonLat: nearest.geometry.coordinates, isAddress: address !== '' };
  },
});

async function ask(url: URL) {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the place service answered ${response.status}`);
  const reply: unknown = JSON.parse(await readLimited(response));
  if (!PhotonReply.Check(reply))
    throw new Error('the place service answered something else than Photon does');
  return reply.features;
}

function addressOf(baseUrl: string, { text: q, centerLonLat, language, limit }: PlaceQuery): URL {
  const [lon, lat] = centerLonLat;
  return toUrl(baseUrl, 'api', { q, lon, lat, limit }, language);
}

/** Photon knows English, and names as the country itself writes them; Latvian and Russian it refuses. */
function toUrl(
  baseUrl: string,
  path: 'api' | 'reverse',
  parameters: Readonly<Record<string, string | number>>,
  language: Language,
): URL {
  const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const [name, value] of Object.entries({ ...parameters, ...(language === 'en' && { lang: 'en' }) }))
    url.searchParams.set(name, String(value));
  return url;
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('the answer of the place service is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
