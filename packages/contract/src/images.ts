import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Id } from './primitives.ts';

/**
 * API-WMS-01: a small WMS (1.1.1 and 1.3.0) over our own data: GetMap, GetCapabilities, GetFeatureInfo, GetLegendGraphic.
 * Parameter names are case-insensitive, others are ignored as WMS asks; the service checks the values. `DPI` (up to 300)
 * draws symbols and labels sharper for paper. `_class`, `_field`, `_value` carry an object filter,
 * `_hide` the tokens of rules that are switched off, with commas between. Errors are reports
 * of WMS for whoever names SERVICE or REQUEST, and those of this product with EXCEPTIONS=application/json.
 */
export const getLayerImage = defineCall({
  name: 'getLayerImage',
  method: 'GET',
  path: '/api/v1/proxy/wmsLayers/:classifierId',
  summary: 'WMS 1.1.1 and 1.3.0 of a layer; LAYERS is {id}_lines,{id}_polygons,{id}_points',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({ classifierId: Id }),
  query: Type.Record(Type.String(), Type.String()),
  reply: { status: 200, as: 'binary' },
  errors: ['UNKNOWN_FIELD', 'IMAGE_REQUEST', 'IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL'],
});
