import type { Language } from '@pgis/contract';
import { zoomFromResolution } from '@pgis/geo';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { toExtent3857 } from '../../../map-images/imageProjections.ts';
import type { Actor } from '../../../plugins/Actor.ts';
import { type LayerScope, parseFilterQuery, showsAtZoom } from '../../classifiers/index.ts';
import { getScope, objectKinds } from '../../objects/index.ts';
import { readLayerPicture } from '../blocks/LayerPicture.ts';
import type { BlockTools, Patience } from '../drawBlocks.ts';
import { drawMap } from '../drawMap.ts';
import type { LayerExtents } from '../LayerExtents.ts';
import { type GetMap, parseGetMap } from '../parseGetMap.ts';
import { capabilitiesType, describeCapabilities } from './capabilities.ts';
import { findFeatures, toGeoJson, toPlainText } from './findFeatures.ts';
import { listLegend, parseLegend, readLegendTexts } from './legend.ts';
import { parseFeatureInfo } from './parseFeatureInfo.ts';
import { toServiceUrl } from './serviceUrl.ts';
import { htmlPolicy, toHtml } from './toHtml.ts';
import { parseVersion, WmsQuery } from './WmsQuery.ts';

type Query = Readonly<Record<string, string>>;
type Deps = Pick<AppDeps, 'database' | 'config' | 'translations' | 'secrets'> &
  BlockTools & { readonly extents: LayerExtents };

interface WmsRequest extends Pick<FastifyRequest, 'protocol' | 'host'> {
  readonly actor: Actor;
  readonly language: Language;
  readonly layerId: number;
  readonly query: Query;
  readonly patience: Patience;
}

interface WmsAnswer {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Content-Security-Policy, where it is not that of every answer. */
  readonly policy?: string;
}

/** A request of the WMS of one layer (API-WMS-01); it throws what any call throws. */
export async function answerWms(deps: Deps, request: WmsRequest): Promise<WmsAnswer> {
  const { actor, layerId, query } = request;
  const scope = await getScope(deps.database.db, actor, layerId, filterOf(query));
  const name = new WmsQuery(query).find('REQUEST')?.toLowerCase();
  const operation = operations.find((one) => one.name === name) ?? operations[0];
  return await operation.answer(deps, scope, request);
}

type Operation = (deps: Deps, scope: LayerScope, request: WmsRequest) => Promise<WmsAnswer> | WmsAnswer;

const answerMap: Operation = async (deps, scope, { query, layerId, patience }) => {
  const map = parseGetMap(query, layerId);
  const shown = isShown(scope, map) ? map : { ...map, kinds: [] };
  return { type: `image/${map.format}`, body: await drawMap(deps, scope, shown, patience) };
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
    extent: await deps.extents.find(scope, await readLayerPicture(deps, scope)),
    url: toServiceUrl({ protocol, host }, deps.config.publicUrl, layerId, query),
    legendLines: listLegend(layer, objectKinds.polygon, texts).length,
    kindNames: texts.kindNames,
  });
  return { type: capabilitiesType(version), body };
};

const answerFeatureInfo: Operation = async (
  { database },
  { layer, ...seen },
  { query, layerId, language },
) => {
  const info = parseFeatureInfo(query, layerId);
  const isSeen = showsAtZoom(layer, zoomFromResolution(info.pixelM));
  const rows = isSeen ? await findFeatures(database.db, { layer, ...seen }, info) : [];
  // JSON has no charset, and QGIS does not take it for JSON where one is named.
  const type = info.format === 'application/json' ? info.format : `${info.format}; charset=utf-8`;
  if (info.format === 'text/html') return { type, body: toHtml(layer, rows, language), policy: htmlPolicy };
  const write = info.format === 'text/plain' ? toPlainText : toGeoJson;
  return { type, body: write(layer, rows) };
};

const answerLegend: Operation = async (deps, { layer }, { query, layerId, language, patience }) => {
  const { pool, translations } = deps;
  const { kind, ...look } = parseLegend(query, layerId);
  const legend = listLegend(layer, kind, readLegendTexts(translations, language));
  return { type: `image/${look.format}`, body: await pool.draw({ ...look, legend }, patience.signal) };
};

/** The first is what a request without a name, or with one that is not known, is taken for, and refused by. */
const operations = [
  { name: 'getmap', answer: answerMap },
  { name: 'getcapabilities', answer: answerCapabilities },
  { name: 'getfeatureinfo', answer: answerFeatureInfo },
  { name: 'getlegendgraphic', answer: answerLegend },
] as const satisfies readonly { readonly name: string; readonly answer: Operation }[];

/** D-CLS-13, by the zoom of the map that has about as many metres a CSS pixel. */
function isShown({ layer }: LayerScope, { crs, extent, width, pixelRatio }: GetMap): boolean {
  const [minX, , maxX] = toExtent3857(crs, extent);
  return showsAtZoom(layer, zoomFromResolution((maxX - minX) / (width / pixelRatio)));
}

/** `_class` is a number wherever it is a filter. */
export function filterOf(query: Query) {
  const classId = Number(query._class);
  return parseFilterQuery({
    _class: Number.isSafeInteger(classId) ? classId : undefined,
    _field: query._field,
    _value: query._value,
  });
}
