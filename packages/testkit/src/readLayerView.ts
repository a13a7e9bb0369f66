import { createHash } from 'node:crypto';
import { listRuleTokens, moveInStyle, parseGeomStyle } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { Database } from '@pgis/server';
import { sql } from 'kysely';
import { mapQuery } from './mapQuery.ts';
import type { TestApp } from './startTestApp.ts';

export interface LayerViewOptions {
  readonly layerId: number;
  /** What the field is called now. */
  readonly field: string;
  /** Part of values that an object filter asks for. */
  readonly value: string;
  /** Of the picture, in EPSG:3857. */
  readonly extent: Extent;
  /** Where objects are loaded one by one. */
  readonly near: Extent;
  readonly headers: Record<string, string>;
}

/** What stands for the field, whatever it is called. */
const FIELD = '@field';

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * All that a layer says to those who read it, and all that its objects hold, with one name for the field: the same before
 * and after the field is renamed, or something was lost.
 */
export async function readLayerView(database: Database, t: TestApp, options: LayerViewOptions) {
  const { layerId, field, value, extent, near, headers } = options;
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await t.call<unknown>({ method, url, headers, ...(payload && { payload }) });
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const layer = (await ask('GET', `/api/v1/classifiers/single/${layerId}`)) as Classifier;
  const filter = `_class=${layerId}&_field=${encodeURIComponent(field)}&_value=${encodeURIComponent(value)}`;
  const load = async (kind: string, objectFilter: object | null) => {
    const [minx, miny, maxx, maxy] = near;
    const place = { minx, miny, maxx, maxy, zoom: 17, classifiers: [layerId], objectFilter };
    const { features, imageLayers } = (await ask('POST', `/api/v1/geoms/${kind}`, place)) as {
      features: { id: number; data: Record<string, unknown> }[];
      imageLayers: number[];
    };
    const shown = features.map((one) => ({ ...one, data: withField(one.data, field) }));
    return { features: shown.sort((a, b) => a.id - b.id), imageLayers };
  };
  const kinds = ['points', 'lines', 'polygons'] as const;
  const loaded = async (objectFilter: object | null) =>
    Object.fromEntries(
      await Promise.all(kinds.map(async (kind) => [kind, await load(kind, objectFilter)] as const)),
    );
  const extentOf = (query: string) => ask('GET', `/api/v1/geoms/extent/${layerId}${query}`);
  return {
    data: await digestData(database, layerId, field),
    style: moveInStyle(layer.geomStyle, { renamed: new Map([[field, FIELD]]), removed: new Set() }),
    ruleset: layer.ruleset?.rules.map((rule) => ({
      ...rule,
      field: rule.field === field ? FIELD : rule.field,
    })),
    fields: layer.layerFields.map(({ name }) => (name === field ? FIELD : name)),
    ruleCounts: countsInOrder(layer, await ask('GET', `/api/v1/classifiers/${layerId}/rule-counts`)),
    filteredCounts: countsInOrder(
      layer,
      await ask('GET', `/api/v1/classifiers/${layerId}/rule-counts?${filter}`),
    ),
    extent: await extentOf(''),
    filteredExtent: await extentOf(`?${filter}`),
    loaded: await loaded(null),
    filtered: await loaded([{ classId: layerId, field, value }]),
    picture: await drawPicture(t, { layerId, extent, headers }),
  };
}

export type LayerView = Awaited<ReturnType<typeof readLayerView>>;

const withField = (data: Record<string, unknown>, field: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .map(([key, held]) => [key === field ? FIELD : key, held] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Of all objects, deleted ones too: every key with its value. */
async function digestData(database: Database, layerId: number, field: string): Promise<string> {
  const { rows } = await sql<{ objects: number; digest: string }>`
    SELECT count(*)::integer AS objects, md5(string_agg(md5(concat_ws('|', id, kind, name, description,
      (data - ${field}::text) || CASE WHEN data ? ${field}::text
        THEN jsonb_build_object(${FIELD}::text, data -> ${field}::text) ELSE '{}'::jsonb END)), '' ORDER BY id)) AS digest
    FROM geoms WHERE class_id = ${layerId}::bigint`.execute(database.db);
  return `${rows[0]?.objects} ${rows[0]?.digest}`;
}

/** Tokens follow from the text of a rule; its place stays. */
function countsInOrder(layer: Classifier, counts: unknown): readonly number[] {
  const found = new Map(
    (counts as { rule: string; count: number }[]).map(({ rule, count }) => [rule, count]),
  );
  return listRuleTokens(parseGeomStyle(layer.geomStyle).style).map((token) => found.get(token) ?? 0);
}

async function drawPicture(
  t: TestApp,
  { layerId, extent, headers }: Pick<LayerViewOptions, 'layerId' | 'extent' | 'headers'>,
): Promise<string> {
  const { statusCode, rawPayload, body } = await t.app.inject({
    url: `/api/v1/proxy/wmsLayers/${layerId}`,
    headers,
    query: mapQuery(['points', 'lines', 'polygons'].map((kind) => `${layerId}_${kind}`).join(), extent, {
      WIDTH: '512',
      HEIGHT: '512',
      TRANSPARENT: 'FALSE',
      EXCEPTIONS: 'application/json',
    }),
  });
  if (statusCode !== 200) throw new Error(`the picture: ${statusCode} ${body}`);
  return digest(rawPayload);
}
