import { type FoundPlace, limits, type ReplyOf, type searchPlaces as searchCall } from '@pgis/contract';
import type { Position } from '@pgis/geo';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { foldText } from '../../gazetteer/foldText.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import {
  type FoundObject,
  searchByKadastrs,
  searchByReference,
  searchByWords,
} from '../../objects/searchObjects.ts';
import type { PlaceProvider, PlaceQuery, ProvidedPlace } from './PlaceProvider.ts';
import { scoreOf } from './scoreCandidate.ts';

/** Limit for the results of each provider, so that neither pushes the other out of the list. */
const MAX_PER_KIND = 6;
/** A single letter matches nearly everything. */
const MIN_LENGTH = 2;
const isKadastrs = (text: string): boolean => /^\d{11}$/.test(text);

interface SearchRequest {
  readonly text: string;
  readonly centerLonLat: Position;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

type Reply = ReplyOf<typeof searchCall>;

/** BREAD-03, D-OBJ-11, D-OBJ-13: places of the provider, and the project's own objects that the reader may see. */
export async function searchPlaces(
  { database: { db }, config }: AppDeps,
  provider: PlaceProvider,
  { reader, text, centerLonLat, log }: SearchRequest & { readonly reader: Reader },
): Promise<Reply> {
  // D-OBJ-10: a parcel has its number and nothing else.
  if (config.places.cadastreSearch && isKadastrs(text)) {
    const parcels = await searchByKadastrs(db, reader, { kadastrs: text, limit: limits.placesFound });
    return { items: parcels.map(toItem), attribution: '', isServiceAway: false };
  }
  const query = {
    text,
    folded: foldText(text),
    centerLonLat,
    language: reader.language,
    limit: MAX_PER_KIND,
  };
  if (query.folded.length < MIN_LENGTH) return { items: [], attribution: '', isServiceAway: false };

  const provided = provider.find(query).catch((error: unknown) => {
    log.warn({ err: error }, 'the place service cannot be asked');
    return undefined;
  });
  const [byReference, byWords, places] = await Promise.all([
    searchByReference(db, reader, text),
    searchByWords(db, reader, query),
    provided,
  ]);
  const items = sortByDistance(query, byWords, places ?? []);
  return {
    items: [...byReference.map(toItem), ...items].slice(0, limits.placesFound),
    attribution: items.some(({ kind }) => kind === 'place') ? provider.attribution : '',
    isServiceAway: places === undefined,
  };
}

function sortByDistance(
  { folded, centerLonLat }: PlaceQuery,
  objects: readonly FoundObject[],
  places: readonly ProvidedPlace[],
): FoundPlace[] {
  const measure = (item: FoundPlace, population: number) => ({
    item,
    score: scoreOf(centerLonLat, folded, {
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
  return measured.sort((a, b) => a.score - b.score).map(({ item }) => item);
}

const toItem = ({
  id,
  reference,
  name,
  layerId,
  layerName,
  description,
  lonLat,
}: FoundObject): FoundPlace => ({
  kind: 'object',
  id,
  reference,
  layerId,
  name,
  detail: [layerName, description].filter((part) => part !== '').join(' · '),
  lonLat,
});
