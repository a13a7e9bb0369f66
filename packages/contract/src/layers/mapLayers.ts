import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { BaseLayerId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, ignored, LanguageSchema, trimmedText } from '../primitives.ts';

/**
 * DATA-19..22: a base or overlay layer. `sourceJson` is JSON text of the source options. Those of the maps that this server
 * draws have `{scheme}` in `url`, `tileSize`, and `namesUrl`: tiles of the names, to be shown above the objects.
 */
export const MapLayer = Type.Object({
  id: BaseLayerId,
  name: Type.String(),
  group: Type.String(),
  overlay: Type.Boolean(),
  layerType: Type.Literal('TileLayer'),
  sourceType: Type.Union([Type.Literal('XYZ'), Type.Literal('BingMaps'), Type.Literal('TileWMS')]),
  sourceJson: Type.String(),
  visibility: Type.Boolean(),
  version: Type.Integer(),
  /**
   * Set for users who manage base layers: true for layers of their company, false for those of the product.
   */
  canEdit: Type.Optional(Type.Boolean()),
});
export type MapLayer = Static<typeof MapLayer>;

export const listMapLayers = defineCall({
  name: 'listMapLayers',
  method: 'GET',
  path: '/api/v1/layers',
  summary: 'Base layers, and for signed-in users overlays',
  tag: 'layers',
  policy: { audience: 'anyone', right: 'seeOverlays' },
  reply: { status: 200, schema: Type.Array(MapLayer) },
});

export const listCompanyMapLayers = defineCall({
  name: 'listCompanyMapLayers',
  method: 'GET',
  path: '/api/v1/layers/:userCompanyId',
  summary: 'Base layers and overlays of the user’s company',
  tag: 'layers',
  policy: { audience: 'signedIn', right: 'seeOverlays' },
  params: Type.Object({ userCompanyId: Type.Integer({ minimum: 0 }) }),
  reply: { status: 200, schema: Type.Array(MapLayer) },
});

const MapLayerBody = closed({
  name: trimmedText(1, limits.mapLayer.nameLength),
  group: Type.Optional(trimmedText(0, limits.mapLayer.nameLength)),
  overlay: Type.Optional(Type.Boolean()),
  layerType: Type.Optional(Type.Literal('TileLayer')),
  sourceType: Type.Union([Type.Literal('XYZ'), Type.Literal('BingMaps'), Type.Literal('TileWMS')]),
  sourceJson: Type.String({ maxLength: limits.mapLayer.sourceJsonLength }),
  visibility: Type.Optional(Type.Boolean()),
  /** Version that the user opened; an outdated one is refused. */
  version: Type.Optional(Type.Integer()),
  ...ignored('id', 'canEdit'),
});
export type MapLayerBody = Static<typeof MapLayerBody>;

const manage = { tag: 'layers', policy: { audience: 'signedIn', right: 'manageMapLayers' } } as const;

export const addMapLayer = defineCall({
  ...manage,
  name: 'addMapLayer',
  method: 'POST',
  path: '/api/v1/layers',
  summary:
    'Add a base layer or overlay to the own company; sourceJson is checked, its address is never fetched',
  body: MapLayerBody,
  reply: { status: 201, schema: MapLayer },
  errors: ['FORBIDDEN'],
});

export const updateMapLayer = defineCall({
  ...manage,
  name: 'updateMapLayer',
  method: 'PUT',
  path: '/api/v1/layers/:id',
  summary: 'Change a base layer or overlay of the own company',
  params: Type.Object({ id: BaseLayerId }),
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 64 })) }),
  body: MapLayerBody,
  reply: { status: 200, schema: MapLayer },
  errors: ['FORBIDDEN', 'MAP_LAYER_CHANGED'],
});

export const deleteMapLayer = defineCall({
  ...manage,
  name: 'deleteMapLayer',
  method: 'DELETE',
  path: '/api/v1/layers/:id',
  summary: 'Delete a base layer or overlay of the own company',
  params: Type.Object({ id: BaseLayerId }),
  reply: { status: 204 },
  errors: ['FORBIDDEN'],
});

const TilePosition = {
  scheme: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
  z: Type.Integer({ minimum: 0, maximum: 19 }),
  x: Type.Integer({ minimum: 0 }),
  /** `@4x` is for paper. */
  file: Type.String({ pattern: '^\\d{1,7}(@[24]x)?\\.png$' }),
};
const TileSize = Type.Union([Type.Literal(256), Type.Literal(512)]);
const TileQuery = {
  /** `names` lie on a transparent ground; without a part the tile shows ground and names. */
  part: Type.Optional(Type.Union([Type.Literal('ground'), Type.Literal('names')])),
  v: Type.Optional(Type.String({ maxLength: 64 })),
};

export const getBaseMapTile = defineCall({
  name: 'getBaseMapTile',
  method: 'GET',
  path: '/api/v1/base-map/:scheme/:z/:x/:file',
  summary:
    'A tile of the embedded offline base map or, with `part`, of its ground or its names, 256 pixels wide without `size`; file is `{y}.png`, `{y}@2x.png` or, for paper, `{y}@4x.png`',
  tag: 'layers',
  policy: { audience: 'ignoresSession' },
  params: Type.Object(TilePosition),
  query: Type.Object({ size: Type.Optional(TileSize), ...TileQuery }),
  reply: { status: 200, as: 'binary' },
  errors: ['IMAGE_QUEUE_FULL'],
});

export const getArchiveImage = defineCall({
  name: 'getArchiveImage',
  method: 'GET',
  path: '/api/v1/base-map/archives/:id/images/:z/:x/:y',
  summary:
    'A tile of a base layer that shows an archive of images, as PNG, JPEG or WebP; where the archive has none, a part of a larger tile or a transparent pixel',
  tag: 'layers',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({
    id: BaseLayerId,
    z: Type.Integer({ minimum: 0, maximum: 24 }),
    x: Type.Integer({ minimum: 0 }),
    y: Type.Integer({ minimum: 0 }),
  }),
  query: Type.Object({ v: TileQuery.v }),
  reply: { status: 200, as: 'binary' },
  errors: ['IMAGE_QUEUE_FULL', 'BASE_MAP_UNREADABLE'],
});

export const getArchiveTile = defineCall({
  name: 'getArchiveTile',
  method: 'GET',
  path: '/api/v1/base-map/archives/:id/:scheme/:size/:z/:x/:file',
  summary:
    'A tile of a base layer that is drawn from a vector tile archive, 256 or 512 pixels wide, names in the language `lang` (by default `en`), or with `part` of its ground or names; file is `{y}.png`, `{y}@2x.png` or, for paper, `{y}@4x.png`',
  tag: 'layers',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({
    id: BaseLayerId,
    size: TileSize,
    ...TilePosition,
  }),
  query: Type.Object({ lang: Type.Optional(LanguageSchema), ...TileQuery }),
  reply: { status: 200, as: 'binary' },
  errors: ['IMAGE_QUEUE_FULL', 'BASE_MAP_UNREADABLE'],
});
