import type { Readable } from 'node:stream';
import { type LayerId, type ListRequest, type LoadRequest, limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { AppDeps } from '../../../AppDeps.ts';
import { validationError } from '../../../errors/AppError.ts';
import type { ListFrame } from '../../../http/encodeList.ts';
import { hasClustersAt, hasHeatAt, showsAtZoom, thinningOf } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { type ObjectKind, objectKinds } from '../../../layers/ObjectKind.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import { listFilteredLayers } from '../../../query/codecs/objectFilter.ts';
import { countInExtent, totalOf } from '../../../query/countInExtent.ts';
import { chooseImageLayers } from './chooseImageLayers.ts';
import { listDrawnIds } from './listDrawnIds.ts';
import { selectFeatures, selectFirstFeatures } from './selectFeatures.ts';
import { emptyRows, streamRows } from './streamRows.ts';

type ExtentRequest = Pick<LoadRequest, 'minx' | 'miny' | 'maxx' | 'maxy'>;

function parseExtent({ minx, miny, maxx, maxy }: ExtentRequest): Extent {
  if (minx > maxx) throw validationError({ path: '/maxx', code: 'OUT_OF_RANGE' });
  if (miny > maxy) throw validationError({ path: '/maxy', code: 'OUT_OF_RANGE' });
  return [minx, miny, maxx, maxy];
}

/** D-CLS-18: parsed in load answers, `{}` for defaults and for text that is no JSON object. */
function styleJson(geomStyle: string): string {
  try {
    const value: unknown = JSON.parse(geomStyle);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? geomStyle : '{}';
  } catch {
    return '{}';
  }
}

function toFrame(layers: readonly LayerAccess[], images: ReadonlySet<number>, zoom: number): ListFrame {
  const styles = layers.map(({ layer }) => {
    const thinning = thinningOf(layer, zoom);
    const thinned = thinning === undefined ? '' : `,"thinning":${JSON.stringify(thinning)}`;
    return `{"classId":${layer.id},"geomStyle":${styleJson(layer.geomStyle)}${thinned}}`;
  });
  return {
    head: '{"features":[',
    between: ',',
    tail: `],"geomStyles":[${styles.join(',')}],"imageLayers":${JSON.stringify([...images])}}`,
  };
}

const toStyleIndex = (layers: readonly LayerAccess[]): ((layerId: LayerId) => number) => {
  const indexes = new Map(layers.map(({ layer }, index) => [layer.id, index]));
  return (layerId) => indexes.get(layerId) ?? 0;
};

/**
 * The answer of `points`, `lines` and `polygons` (D-OBJ-02). Layers outside their zoom range have a style in the
 * answer and no objects. Counting all kinds decides which layers become images, so the three calls of a view agree.
 */
export async function streamFeaturesOfKind(
  deps: AppDeps,
  { actor, language }: Reader,
  { kind, request }: { readonly kind: ObjectKind; readonly request: LoadRequest },
): Promise<Readable> {
  const { database, config } = deps;
  const extent = parseExtent(request);
  const { zoom } = request;
  const requested = await listFilteredLayers(database.db, actor, request);
  const inRange = requested.filter(({ layer }) => showsAtZoom(layer, zoom));
  const counts = await countInExtent(database.db, {
    layers: inRange,
    extent,
    limit: config.vectorLimit + 1,
  });
  const aggregated = inRange.flatMap(({ layer }) =>
    hasClustersAt(layer, zoom) || hasHeatAt(layer, zoom) ? [layer.id] : [],
  );
  const images = new Set([
    ...aggregated,
    ...chooseImageLayers(
      [...counts]
        .filter(([layerId]) => !aggregated.includes(layerId))
        .map(([layerId, kinds]) => ({ layerId, count: totalOf(kinds) })),
      { perLayer: config.vectorLimit, perView: limits.vectorPerView },
    ),
  ]);
  const frame = toFrame(requested, images, zoom);
  const layers = inRange.filter(
    ({ layer }) => !images.has(layer.id) && (counts.get(layer.id)?.[kind - 1] ?? 0) > 0,
  );
  if (layers.length === 0) return emptyRows(frame);
  const query = {
    ...{ layers, extent, kinds: [kind], exceptIds: request.geometriesLoaded },
    ...{ actor, language, zoom, styleIndexOf: toStyleIndex(requested) },
  };
  return await streamRows(deps, selectFeatures(query), frame, { statementMs: limits.statementMs.request });
}

/** API-GEOM-14: the first features of all kinds, or of one, whatever their number, that the reader has not switched off. */
export async function streamFeatures(
  deps: AppDeps,
  { actor, language }: Reader,
  request: ListRequest,
): Promise<Readable> {
  const { database } = deps;
  const extent = parseExtent(request);
  const { zoom, hiddenRules, kind, limit = limits.featuresRows } = request;
  const kinds = kind && [objectKinds[kind]];
  const requested = await listFilteredLayers(database.db, actor, request);
  const layers = requested.filter(({ layer }) => showsAtZoom(layer, zoom));
  const frame = { head: '[', between: ',', tail: ']' };
  if (layers.length === 0) return emptyRows(frame);
  const idsByLayer = await listDrawnIds(database, { layers, extent, kinds, hiddenRules }, limit);
  const query = {
    ...{ layers, extent, kinds, idsByLayer },
    ...{ actor, language, zoom, styleIndexOf: toStyleIndex(requested) },
  };
  const statement = selectFirstFeatures(query, limit);
  return await streamRows(deps, statement, frame, { statementMs: limits.statementMs.request });
}
