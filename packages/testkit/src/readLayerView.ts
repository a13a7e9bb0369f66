import { createHash } from 'node:crypto';
import { listRuleTokens, parseGeomStyle, renameFieldsInStyle } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { Database } from '@pgis/server';
import { sql } from 'kysely';
import { mapQuery } from './mapQuery.ts';
import type { TestApp } from './startTestApp.ts';

export interface LayerViewOptions {
  readonly layerId: number;
  /** Present name of the field. */
  readonly field: string;
  /** Part of values that an object filter asks for. */
  readonly value: string;
  /** Extent of the image, in EPSG:3857. */
  readonly extent: Extent;
  /** Extent in which objects are loaded one by one. */
  readonly near: Extent;
  readonly headers: Record<string, string>;
}

/** Placeholder for the field, so that results before and after a renaming compare equal. */
const FIELD = '@field';

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Everything that the API tells readers of a layer, and all that its objects hold, with one name for the
 * field: equal before and after a rename unless something was lost.
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
    const extentQuery = { minx, miny, maxx, maxy, zoom: 17, classifiers: [layerId], objectFilter };
    const { features, imageLayers } = (await ask('POST', `/api/v1/geoms/${kind}`, extentQuery)) as {
      features: { id: number; data: Record<string, unknown> }[];
      imageLayers: number[];
    };
    const withTestField = features.map((one) => ({ ...one, data: withField(one.data, field) }));
    return { features: withTestField.sort((a, b) => a.id - b.id), imageLayers };
  };
  const kinds = ['points', 'lines', 'polygons'] as const;
  const loaded = async (objectFilter: object | null) =>
    Object.fromEntries(
      await Promise.all(kinds.map(async (kind) => [kind, await load(kind, objectFilter)] as const)),
    );
  const extentOf = (query: string) => ask('GET', `/api/v1/geoms/extent/${layerId}${query}`);
  return {
    data: await digestData(database, layerId, field),
    style: renameFieldsInStyle(layer.geomStyle, { renamed: new Map([[field, FIELD]]), removed: new Set() }),
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
    picture: await renderImage(t, { layerId, extent, headers }),
  };
}

export type LayerView = Awaited<ReturnType<typeof readLayerView>>;

const withField = (data: Record<string, unknown>, field: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .map(([key, held]) => [key === field ? FIELD : key, held] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Digest of every key and value of all objects, deleted ones included. */
async function digestData(database: Database, layerId: number, field: string): Promise<string> {
  const { rows } = await sql<{ objects: number; digest: string }>`
    SELECT count(*)::integer AS objects, md5(string_agg(md5(concat_ws('|', id, kind, name, description,
      (data - ${field}::text) || CASE WHEN data ? ${field}::text
        THEN jsonb_build_object(${FIELD}::text, data -> ${field}::text) ELSE '{}'::jsonb END)), '' ORDER BY id)) AS digest
    FROM geoms WHERE class_id = ${layerId}::bigint`.execute(database.db);
  return `${rows[0]?.objects} ${rows[0]?.digest}`;
}

/** Returns the counts in the order of the rules, because tokens change with the name of the field. */
function countsInOrder(layer: Classifier, counts: unknown): readonly number[] {
  const found = new Map(
    (counts as { rule: string; count: number }[]).map(({ rule, count }) => [rule, count]),
  );
  return listRuleTokens(parseGeomStyle(layer.geomStyle).style).map((token) => found.get(token) ?? 0);
}

async function renderImage(
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
