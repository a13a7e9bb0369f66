import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId } from '../ids.ts';
import { nullable } from '../primitives.ts';

const errors = ['IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL', 'IMAGE_NOT_READY'] as const;

/** Description of a layer's tiles for a client, with the names of TileJSON 3. */
export const TileSource = Type.Object({
  tilejson: Type.Literal('3.0.0'),
  name: Type.String(),
  scheme: Type.Literal('xyz'),
  /** URL templates with `{z}`, `{x}` and `{y}`. */
  tiles: Type.Array(Type.String()),
  minzoom: Type.Integer(),
  maxzoom: Type.Integer(),
  /** West, south, east, north in degrees; null for a layer without objects. */
  bounds: nullable(Type.Array(Type.Number())),
  /** Version of the tiles for this caller; it is part of the addresses. */
  version: Type.String(),
});
export type TileSource = Static<typeof TileSource>;

export const getTileSource = defineCall({
  name: 'getTileSource',
  method: 'GET',
  path: '/api/v1/tiles/:classifierId',
  summary: 'Where the tiles of a layer are, with the version they have now (TileJSON)',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({ classifierId: LayerId }),
  reply: { status: 200, schema: TileSource },
});

/**
 * A tile of 256 pixels in EPSG:3857, y from the north; `{y}@2x.png` has 512. The tile always shows the current layer,
 * whatever version the address names; with the version of `getTileSource`, and where all callers see the same, it may
 * be cached without an expiry.
 */
export const getLayerTile = defineCall({
  name: 'getLayerTile',
  method: 'GET',
  path: '/api/v1/tiles/:classifierId/:version/:z/:x/:file',
  summary: 'A tile of a layer with the rights of the caller; file is `{y}.png` or `{y}@2x.png`',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({
    classifierId: LayerId,
    version: Type.String({ pattern: '^\\d{1,16}(-[0-9a-f]{16})?$' }),
    z: Type.Integer({ minimum: 0, maximum: 24 }),
    x: Type.Integer({ minimum: 0 }),
    file: Type.String({ pattern: '^\\d{1,8}(@2x)?\\.png$' }),
  }),
  reply: { status: 200, as: 'binary' },
  errors,
});
