import { parseGeomStyle } from '@pgis/cartography';
import { previewLayerImage } from '@pgis/contract';
import { callApi } from '../../../../api/index.ts';
import type { LoadImage } from '../../../../map/index.ts';
import { toImageQuery } from '../../../objects/index.ts';
import { type StyleDraft, toStyle } from '../draft/StyleDraft.ts';

/**
 * Loads images of a layer in an edited style. Invalid values, such as half-typed colours, are drawn with their
 * defaults.
 */
export function previewLoader(draft: Pick<StyleDraft, 'fallback' | 'rules'>): LoadImage {
  const geomStyle = JSON.stringify(parseGeomStyle(toStyle(draft)).style);
  return (request, signal) =>
    callApi(previewLayerImage, {
      params: { classifierId: request.layerId },
      query: toImageQuery(request),
      body: { geomStyle },
      signal,
      background: true,
    });
}
