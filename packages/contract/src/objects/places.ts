import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, trimmedText } from '../primitives.ts';

const found = {
  name: Type.String(),
  /** Text that distinguishes places of the same name: country, or layer and topic. */
  detail: Type.String(),
  lonLat: Type.Tuple([Type.Number(), Type.Number()]),
};

/** Search result (D-OBJ-11): a locality of the gazetteer, or an object of the project. */
export const FoundPlace = Type.Union([
  Type.Object({ kind: Type.Literal('place'), ...found }),
  Type.Object({
    kind: Type.Literal('object'),
    ...found,
    id: ObjectId,
    reference: Type.String(),
    /** The layer that shows it. */
    layerId: LayerId,
  }),
]);
export type FoundPlace = Static<typeof FoundPlace>;

/** Longest distance to a place that names a position. */
export const NEAREST_PLACE_M = 20_000;

export const findNearestPlace = defineCall({
  name: 'findNearestPlace',
  method: 'GET',
  path: '/api/v1/places/nearest',
  summary: 'The address or place that names a position, as far as the geocoder knows one',
  tag: 'places',
  policy: { audience: 'anyone', right: 'seePublicObject' },
  perMinute: limits.placeSearchesPerMinute,
  query: closed({
    lon: Type.Number({ minimum: -180, maximum: 180 }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    /** True for a town or village of the gazetteer only: an address would tell what a blurred position hides. */
    towns: Type.Optional(Type.Boolean()),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      /** At most as long as the address of an object; empty where nothing is near, or the geocoder does not answer. */
      name: Type.String(),
      distanceM: Type.Number({ minimum: 0 }),
      /** A street or house; else a town or village. */
      isAddress: Type.Boolean(),
      attribution: Type.String(),
    }),
  },
  errors: ['TOO_MANY_REQUESTS'],
});

export const searchPlaces = defineCall({
  name: 'searchPlaces',
  method: 'GET',
  path: '/api/v1/places',
  summary: 'Places and objects by name, the nearest to the middle of the map first among equals',
  tag: 'places',
  policy: { audience: 'anyone', right: 'seePublicObject' },
  perMinute: limits.placeSearchesPerMinute,
  query: closed({
    /** Names, a reference number such as `1-1106`, or with CADASTRE_SEARCH a cadastre number of 11 digits. */
    q: trimmedText(1, limits.placeQueryLength),
    /** Centre of the map. */
    lon: Type.Number({ minimum: -180, maximum: 180 }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(FoundPlace),
      /** Attribution of the geocoder; empty when none of the items is from it. */
      attribution: Type.String(),
      /** The geocoder did not answer: the items are objects of the project. */
      isServiceAway: Type.Boolean(),
    }),
  },
  errors: ['TOO_MANY_REQUESTS'],
});
