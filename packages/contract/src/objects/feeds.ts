import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId } from '../ids.ts';
import { closed, LanguageSchema } from '../primitives.ts';

/** Entries of the feed of a layer, and reads of feeds from one address (/64). */
export const feedLimits = { entries: 50, perMinute: 120 } as const;

export const getLayerFeed = defineCall({
  name: 'getLayerFeed',
  method: 'GET',
  path: '/api/v1/feeds/:layerId',
  summary: 'The newest objects of a layer that everybody may see, as an Atom feed with GeoRSS points',
  tag: 'feeds',
  policy: { audience: 'ignoresSession' },
  perMinute: feedLimits.perMinute,
  params: Type.Object({ layerId: LayerId }),
  query: closed({ lang: Type.Optional(LanguageSchema) }),
  reply: { status: 200, as: 'binary' },
});
