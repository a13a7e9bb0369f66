import { findNearestGeom, getLayerImage, loadLines, loadPoints, loadPolygons } from '@pgis/contract';
import { ApiError, callApi } from '../../../api/index.ts';
import { ImageNotReady, type ImageRequest, listHiddenRules, type MapData } from '../../../map/index.ts';
import { filterParameters } from '../filter/layerFilters.ts';

const loads = { point: loadPoints, line: loadLines, polygon: loadPolygons } as const;

/** LAYERS parameter of a layer's image (API-WMS-01), in drawing order. */
const imageLayers = (id: number) => ['lines', 'polygons', 'points'].map((kind) => `${id}_${kind}`).join();

/** GetMap request of an image. */
export const toImageQuery = (request: ImageRequest): Record<string, string> => {
  const { layerId, extent, widthPx, heightPx, pixelRatio, filter, hiddenRules, maxAgeS } = request;
  return {
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    LAYERS: imageLayers(layerId),
    STYLES: '',
    CRS: 'EPSG:3857',
    BBOX: extent.join(),
    WIDTH: String(widthPx),
    HEIGHT: String(heightPx),
    ...(pixelRatio !== 1 && { DPI: String(Math.round(96 * pixelRatio)) }),
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE',
    EXCEPTIONS: 'application/json',
    ...(maxAgeS > 0 && { _maxAge: String(maxAgeS) }),
    ...(hiddenRules.length > 0 && { _hide: hiddenRules.join() }),
    ...(filter && { _class: String(filter.classId), ...filterParameters(filter) }),
  };
};

/** The calls the map makes. */
export const mapData: MapData = {
  loadObjects: (kind, body, signal) => callApi(loads[kind], { body, signal }),

  async findNearest({ position: [x, y], zoom, layerIds, filters, hiddenRules }, signal) {
    const hidden = listHiddenRules(hiddenRules, layerIds);
    const body = {
      x,
      y,
      zoom,
      classifiers: [...layerIds],
      ...(filters.length === 0 ? {} : { objectFilter: [...filters] }),
      ...(hidden.length > 0 && { hiddenRules: hidden }),
    };
    const { data, cluster } = await callApi(findNearestGeom, { body, signal });
    if (cluster !== undefined) return cluster;
    return data && { id: data.id, layerId: data.layerId, wkt: data.geom };
  },

  async loadImage(request, signal) {
    const params = { classifierId: request.layerId };
    try {
      return await callApi(getLayerImage, { params, query: toImageQuery(request), signal, background: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'IMAGE_NOT_READY')
        throw new ImageNotReady(1_000 * (error.retryAfterS ?? 1));
      throw error;
    }
  },
};
