import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed } from '../primitives.ts';

/**
 * API-WMS-01: a small WMS (1.1.1 and 1.3.0) over our own data: GetMap, GetCapabilities, GetFeatureInfo,
 * GetLegendGraphic. Parameter names are case-insensitive, unknown ones are ignored as WMS requires; the service
 * checks the values. `DPI` (up to 300) renders symbols and labels sharper for paper. `_class`, `_field`, `_value`
 * and `_operator` carry an object filter, `_hide` the comma-separated tokens of rules that are switched off. `_maxAge` is the number of
 * seconds for which an overview may lack a change (0 by default); it never shows what the caller may no longer see. Errors are WMS exception
 * reports when the request names SERVICE or REQUEST, and errors of this product with EXCEPTIONS=application/json.
 */
export const getLayerImage = defineCall({
  name: 'getLayerImage',
  method: 'GET',
  path: '/api/v1/proxy/wmsLayers/:classifierId',
  summary: 'WMS 1.1.1 and 1.3.0 of a layer; LAYERS is {id}_lines,{id}_polygons,{id}_points',
  tag: 'images',
  policy: { audience: 'anyone' },
  params: Type.Object({ classifierId: LayerId }),
  query: Type.Record(Type.String(), Type.String()),
  reply: { status: 200, as: 'binary' },
  errors: ['UNKNOWN_FIELD', 'IMAGE_REQUEST', 'IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL', 'IMAGE_NOT_READY'],
});

/**
 * GetMap with an unsaved style: the preview for the style editor of a layer that is rendered on the server.
 */
export const previewLayerImage = defineCall({
  name: 'previewLayerImage',
  method: 'POST',
  path: '/api/v1/proxy/wmsLayers/:classifierId/preview',
  summary: 'GetMap of a layer in a style that is not saved, whatever its zoom limits; saves nothing',
  tag: 'images',
  policy: { audience: 'signedIn', right: 'editLayer' },
  params: Type.Object({ classifierId: LayerId }),
  query: Type.Record(Type.String(), Type.String()),
  body: closed({ geomStyle: Type.String() }),
  bodyBytes: limits.bodyBytes.classifier,
  reply: { status: 200, as: 'binary' },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD', 'IMAGE_REQUEST', 'IMAGE_TOO_LARGE', 'IMAGE_QUEUE_FULL'],
});
