import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { Id, nullable } from './primitives.ts';

const errors = ['IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL', 'IMAGE_NOT_READY'] as const;

/** What a client needs to show the tiles of a layer; the names are those of TileJSON 3. */
export const TileSource = Type.Object({
  tilejson: Type.Literal('3.0.0'),
  name: Type.String(),
  scheme: Type.Literal('xyz'),
  /** Addresses with `{z}`, `{x}` and `{y}`. */
  tiles: Type.Array(Type.String()),
  minzoom: Type.Integer(),
  maxzoom: Type.Integer(),
  /** West, south, east, north in degrees; null of a layer without objects. */
  bounds: nullable(Type.Array(Type.Number())),
  /** Of the pictures, as the caller sees them: it is part of the addresses. */
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
  params: Type.Object({ classifierId: Id }),
  reply: { status: 200, schema: TileSource },
});

/**
 * A tile of 256 pixels in EPSG:3857, y from the north; `{y}@2x.png` has 512. Whatever the version in the address, the tile
 * shows the layer as it is now; with the version of `getTileSource` and where everybody sees the same, it may be kept for ever.
 */
export const getLayerTile = defineCall({
  name: 'getLayerTile',
  method: 'GET',
  path: '/api/v1/tiles/:classifierId/:version/:z/:x/:file',
  summary: 'A tile of a layer with the rights of the caller; file is `{y}.png` or `{y}@2x.png`',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({
    classifierId: Id,
    version: Type.String({ pattern: '^\\d{1,16}(-[0-9a-f]{16})?$' }),
    z: Type.Integer({ minimum: 0, maximum: 24 }),
    x: Type.Integer({ minimum: 0 }),
    file: Type.String({ pattern: '^\\d{1,8}(@2x)?\\.png$' }),
  }),
  reply: { status: 200, as: 'binary' },
  errors,
});
