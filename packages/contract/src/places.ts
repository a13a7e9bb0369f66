import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, Id, trimmedText } from './primitives.ts';

const found = {
  name: Type.String(),
  /** What tells it from others of its name: country, or layer and topic. */
  detail: Type.String(),
  lonLat: Type.Tuple([Type.Number(), Type.Number()]),
};

/** What a search found (D-OBJ-11): a place of the gazetteer, or an object of the project. */
export const FoundPlace = Type.Union([
  Type.Object({ kind: Type.Literal('place'), ...found }),
  Type.Object({ kind: Type.Literal('object'), ...found, id: Id, reference: Type.String() }),
]);
export type FoundPlace = Static<typeof FoundPlace>;

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
    /** The middle of the map. */
    lon: Type.Number({ minimum: -180, maximum: 180 }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(FoundPlace),
      /** Whom the places come from; empty when there is none among the items. */
      attribution: Type.String(),
      /** The place service did not answer: the items are the project's own. */
      isServiceAway: Type.Boolean(),
    }),
  },
  errors: ['TOO_MANY_REQUESTS'],
});
