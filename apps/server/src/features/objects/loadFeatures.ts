import type { Readable } from 'node:stream';
import { type ListRequest, type LoadRequest, limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { AppDeps } from '../../AppDeps.ts';
import { validationError } from '../../http/AppError.ts';
import type { ListFrame } from '../../http/encodeList.ts';
import { type LayerScope, type Reader, showsAtZoom } from '../classifiers/index.ts';
import { chooseImageLayers } from './chooseImageLayers.ts';
import { countInExtent, totalOf } from './countInExtent.ts';
import type { ObjectKind } from './ObjectKind.ts';
import { pickShown } from './pickShown.ts';
import { readScopes } from './readScopes.ts';
import { selectList, selectLoad } from './selectFeatures.ts';
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

function toFrame(scopes: readonly LayerScope[], images: ReadonlySet<number>): ListFrame {
  const styles = scopes.map(
    ({ layer }) => `{"classId":${layer.id},"geomStyle":${styleJson(layer.geomStyle)}}`,
  );
  return {
    head: '{"features":[',
    between: ',',
    tail: `],"geomStyles":[${styles.join(',')}],"imageLayers":${JSON.stringify([...images])}}`,
  };
}

const toStyleIndex = (scopes: readonly LayerScope[]): ((layerId: number) => number) => {
  const indexes = new Map(scopes.map(({ layer }, index) => [layer.id, index]));
  return (layerId) => indexes.get(layerId) ?? 0;
};

/**
 * The answer of `points`, `lines` and `polygons` (D-OBJ-02). Layers outside their zoom range have a style in the
 * answer and no objects. What becomes an image is decided by counting all kinds, so the three calls of a view agree.
 */
export async function loadFeatures(
  deps: AppDeps,
  { actor, language }: Reader,
  kind: ObjectKind,
  request: LoadRequest,
): Promise<Readable> {
  const { database, config } = deps;
  const extent = parseExtent(request);
  const { zoom } = request;
  const asked = await readScopes(database.db, actor, request);
  const shown = asked.filter(({ layer }) => showsAtZoom(layer, zoom));
  const counts = await countInExtent(database.db, { scopes: shown, extent, most: config.vectorLimit + 1 });
  const images = chooseImageLayers(
    [...counts].map(([layerId, kinds]) => ({ layerId, count: totalOf(kinds) })),
    { perLayer: config.vectorLimit, perView: limits.vectorPerView },
  );
  const frame = toFrame(asked, images);
  const scopes = shown.filter(
    ({ layer }) => !images.has(layer.id) && (counts.get(layer.id)?.[kind - 1] ?? 0) > 0,
  );
  if (scopes.length === 0) return emptyRows(frame);
  const except = request.geometriesLoaded ?? [];
  const query = { actor, language, zoom, scopes, kind, extent, except, styleIndexOf: toStyleIndex(asked) };
  return await streamRows(deps, selectLoad(query), frame, { statementMs: limits.statementMs.request });
}

/** API-GEOM-14: the first rows of all kinds, whatever their number, of what the reader has not switched off. */
export async function listFeatures(
  deps: AppDeps,
  { actor, language }: Reader,
  request: ListRequest,
): Promise<Readable> {
  const { database } = deps;
  const extent = parseExtent(request);
  const { zoom } = request;
  const asked = await readScopes(database.db, actor, request);
  const scopes = asked.filter(({ layer }) => showsAtZoom(layer, zoom));
  const frame = { head: '[', between: ',', tail: ']' };
  if (scopes.length === 0) return emptyRows(frame);
  const most = limits.featuresRows;
  const query = {
    ...{ actor, language, zoom, scopes, extent, most },
    among: await pickShown(database, scopes, { extent, hidden: request.hiddenRules ?? [], most }),
    styleIndexOf: toStyleIndex(asked),
  };
  return await streamRows(deps, selectList(query), frame, { statementMs: limits.statementMs.request });
}
