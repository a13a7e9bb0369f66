import { type FoundPlace, limits, type ReplyOf, type searchPlaces as searchCall } from '@pgis/contract';
import type { Position } from '@pgis/geo';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import type { Reader } from '../classifiers/index.ts';
import { type FoundObject, findByKadastrs, findByReference, findByWords } from '../objects/index.ts';
import { foldText } from './foldText.ts';
import { farnessOf } from './nearness.ts';
import type { PlaceProvider, PlaceQuery, ProvidedPlace } from './PlaceProvider.ts';

/** So that neither drives the other out of the list. */
const MOST_OF_A_KIND = 6;
/** One letter is the beginning of everything. */
const SHORTEST = 2;
const isKadastrs = (text: string): boolean => /^\d{11}$/.test(text);

interface Question {
  readonly text: string;
  readonly centerLonLat: Position;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

type Reply = ReplyOf<typeof searchCall>;

/** BREAD-03, D-OBJ-11, D-OBJ-13: places of the provider, and the project's own objects that the reader may see. */
export async function searchPlaces(
  { database: { db }, config }: AppDeps,
  provider: PlaceProvider,
  reader: Reader,
  { text, centerLonLat, log }: Question,
): Promise<Reply> {
  // D-OBJ-10: a parcel has its number and nothing else.
  if (config.places.cadastreSearch && isKadastrs(text)) {
    const parcels = await findByKadastrs(db, reader, text, limits.placesFound);
    return { items: parcels.map(toItem), attribution: '', isServiceAway: false };
  }
  const query = {
    text,
    folded: foldText(text),
    centerLonLat,
    language: reader.language,
    most: MOST_OF_A_KIND,
  };
  if (query.folded.length < SHORTEST) return { items: [], attribution: '', isServiceAway: false };

  const asked = provider.find(query).catch((error: unknown) => {
    log.warn({ err: error }, 'the place service cannot be asked');
    return undefined;
  });
  const [called, named, places] = await Promise.all([
    findByReference(db, reader, text),
    findByWords(db, reader, query),
    asked,
  ]);
  const items = mix(query, named, places ?? []);
  return {
    items: [...called.map(toItem), ...items].slice(0, limits.placesFound),
    attribution: items.some(({ kind }) => kind === 'place') ? provider.attribution : '',
    isServiceAway: places === undefined,
  };
}

function mix(
  { folded, centerLonLat }: PlaceQuery,
  objects: readonly FoundObject[],
  places: readonly ProvidedPlace[],
): FoundPlace[] {
  const measure = (item: FoundPlace, population: number) => ({
    item,
    farness: farnessOf(centerLonLat, folded, {
      foldedName: foldText(item.name),
      lonLat: item.lonLat,
      population,
    }),
  });
  const measured = [
    ...objects.map((object) => measure(toItem(object), 0)),
    ...places.map(({ name, detail, lonLat: [lon, lat], population }) =>
      measure({ kind: 'place', name, detail, lonLat: [lon, lat] }, population),
    ),
  ];
  return measured.sort((a, b) => a.farness - b.farness).map(({ item }) => item);
}

const toItem = ({ id, reference, name, layerName, description, lonLat }: FoundObject): FoundPlace => ({
  kind: 'object',
  id,
  reference,
  name,
  detail: [layerName, description].filter((part) => part !== '').join(' · '),
  lonLat,
});
