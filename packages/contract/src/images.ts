import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Id } from './primitives.ts';

/**
 * API-WMS-01: a small WMS over our own data. Parameter names are case-insensitive, others are ignored as WMS asks;
 * the service checks the values; `DPI` (96 to 300) draws symbols and labels sharper for paper. `_class`, `_field`, `_value` carry an object filter.
 */
export const getLayerImage = defineCall({
  name: 'getLayerImage',
  method: 'GET',
  path: '/api/v1/proxy/wmsLayers/:classifierId',
  summary: 'WMS GetMap of a layer in EPSG:3857; LAYERS is {id}_lines,{id}_polygons,{id}_points',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({ classifierId: Id }),
  query: Type.Record(Type.String(), Type.String()),
  reply: { status: 200, as: 'binary' },
  errors: ['IMAGE_REQUEST', 'IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL'],
});
