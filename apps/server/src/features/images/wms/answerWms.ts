import { operators } from '@pgis/conditions';
import type { Language, LayerId } from '@pgis/contract';
import { zoomFromResolution } from '@pgis/geo';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import type { Actor } from '../../../access/Actor.ts';
import { validationError } from '../../../errors/AppError.ts';
import { showsAtZoom } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { getFilteredLayer, parseAddressFilter } from '../../../query/codecs/addressFilter.ts';
import type { ImageRequest } from '../../../rendering/job/ImageRequest.ts';
import { zoomOf } from '../../../rendering/job/imageZoom.ts';
import { legendSize } from '../../../rendering/job/LegendJob.ts';
import { readLayerRendering } from '../../../rendering/metatiles/LayerRendering.ts';
import type { MetatileTools } from '../../../rendering/metatiles/renderFromMetatiles.ts';
import type { WaitLimit } from '../../../rendering/metatiles/waitLimit.ts';
import type { LayerExtents } from '../LayerExtents.ts';
import { parseGetMap, parseMaxAge } from '../parseGetMap.ts';
import { renderMap } from '../renderMap.ts';
import { capabilitiesType, describeCapabilities } from './capabilities.ts';
import { listLegend, parseLegend, readLegendTexts } from './legend.ts';
import { listFeatureInfo, toGeoJson, toPlainText } from './listFeatureInfo.ts';
import { parseFeatureInfo } from './parseFeatureInfo.ts';
import { toServiceUrl } from './serviceUrl.ts';
import { htmlPolicy, toHtml } from './toHtml.ts';
import { parseVersion, WmsQuery } from './WmsQuery.ts';

type Query = Readonly<Record<string, string>>;
type Deps = Pick<AppDeps, 'database' | 'config' | 'translations' | 'secrets'> &
  MetatileTools & { readonly extents: LayerExtents };

interface WmsRequest extends Pick<FastifyRequest, 'protocol' | 'host'> {
  readonly actor: Actor;
  readonly language: Language;
  readonly layerId: LayerId;
  readonly query: Query;
  readonly limit: WaitLimit;
}

interface WmsAnswer {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Content-Security-Policy, where it differs from that of other answers. */
  readonly policy?: string;
}

/** Answers a request to the WMS of one layer (API-WMS-01); throws the errors that any call throws. */
export async function answerWms(deps: Deps, request: WmsRequest): Promise<WmsAnswer> {
  const { actor, layerId, query } = request;
  const scope = await getFilteredLayer(deps.database.db, actor, { layerId, filter: filterOf(query) });
  const name = new WmsQuery(query).find('REQUEST')?.toLowerCase();
  const operation = operations.find((one) => one.name === name) ?? operations[0];
  return await operation.answer(deps, scope, request);
}

type Operation = (deps: Deps, scope: LayerAccess, request: WmsRequest) => Promise<WmsAnswer> | WmsAnswer;

const answerMap: Operation = async (deps, scope, { query, layerId, limit }) => {
  const map = parseGetMap(query, layerId);
  const request = isVisible(scope, map) ? map : { ...map, kinds: [] };
  const body = await renderMap(deps, scope, { request, limit, maxAgeS: parseMaxAge(query) });
  return { type: `image/${map.format}`, body };
};

const answerCapabilities: Operation = async (deps, scope, { query, layerId, language, protocol, host }) => {
  const values = new WmsQuery(query);
  values.service();
  values.check();
  const version = parseVersion(values);
  const { layer } = scope;
  const texts = readLegendTexts(deps.translations, language);
  const body = describeCapabilities(version, {
    layer,
    language,
    extent: await deps.extents.find(scope, await readLayerRendering(deps, scope)),
    url: toServiceUrl({ protocol, host }, deps.config.publicUrl, { layerId, query }),
    legendSizeOf: (kind) => legendSize(listLegend(layer, kind, texts)),
    kindNames: texts.kindNames,
  });
  return { type: capabilitiesType(version), body };
};

const answerFeatureInfo: Operation = async (
  { database },
  { layer, ...access },
  { query, layerId, language },
) => {
  const info = parseFeatureInfo(query, layerId);
  const isAtZoom = showsAtZoom(layer, zoomFromResolution(info.pixelM));
  const rows = isAtZoom ? await listFeatureInfo(database.db, { layer, ...access }, info) : [];
  // JSON has no charset, and QGIS does not recognise it as JSON with one.
  const type = info.format === 'application/json' ? info.format : `${info.format}; charset=utf-8`;
  if (info.format === 'text/html') return { type, body: toHtml(layer, rows, language), policy: htmlPolicy };
  const write = info.format === 'text/plain' ? toPlainText : toGeoJson;
  return { type, body: write(layer, rows, language) };
};

const answerLegend: Operation = async (deps, { layer }, { query, layerId, language, limit }) => {
  const { pool, translations } = deps;
  const { kind, ...options } = parseLegend(query, layerId);
  const legend = listLegend(layer, kind, readLegendTexts(translations, language));
  const body = await pool.render({ ...options, legend }, limit.signal);
  return { type: `image/${options.format}`, body };
};

/** A request without a name, or with an unknown one, gets the first operation, which rejects it. */
const operations = [
  { name: 'getmap', answer: answerMap },
  { name: 'getcapabilities', answer: answerCapabilities },
  { name: 'getfeatureinfo', answer: answerFeatureInfo },
  { name: 'getlegendgraphic', answer: answerLegend },
] as const satisfies readonly { readonly name: string; readonly answer: Operation }[];

/** D-CLS-13. */
const isVisible = ({ layer }: LayerAccess, map: ImageRequest): boolean => showsAtZoom(layer, zoomOf(map));

/** Ignores a `_class` that is not a number; an operator that does not exist would show other objects. */
export function filterOf(query: Query) {
  const classId = Number(query._class);
  const operator = operators.find((one) => one === query._operator);
  if (query._operator !== undefined && operator === undefined)
    throw validationError({ path: 'query/_operator', code: 'NOT_ALLOWED' });
  return parseAddressFilter({
    _class: Number.isSafeInteger(classId) ? classId : undefined,
    _field: query._field,
    _value: query._value,
    _operator: operator,
  });
}
