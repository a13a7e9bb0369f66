import { listChoosingFields, parseGeomStyle } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { envelope } from '../../db/sql/envelope.ts';
import { streamQuery } from '../../db/streamQuery.ts';
import { AppError } from '../../http/AppError.ts';
import { type ImageJob, renderBufferPx } from '../../map-images/ImageJob.ts';
import { toExtent3857 } from '../../map-images/imageProjections.ts';
import { type LayerScope, layerRows, visibleObjects } from '../classifiers/index.ts';
import { labelText } from '../objects/index.ts';
import type { GetMap } from './parseGetMap.ts';

/** Bytes of geometry that one image may read. */
const mostBytes = 512_000_000;

type Row = [wkb: Buffer, data: string | null, label: string | null];

/**
 * Reads what one image needs: geometries as WKB, of the attributes only the fields that choose the style, labels as SQL
 * makes them.
 *
 * @throws IMAGE_TOO_LARGE when there is more geometry than one image may read.
 */
export async function readImageJob(database: Database, scope: LayerScope, map: GetMap): Promise<ImageJob> {
  const { layer } = scope;
  const data = ruleData(layer.geomStyle);
  const label = labelText(layer.geomStyle);
  const [minX, minY, maxX, maxY] = toExtent3857(map.crs, map.extent);
  const reach =
    renderBufferPx * map.pixelRatio * Math.max((maxX - minX) / map.width, (maxY - minY) / map.height);
  const query = sql`
    SELECT ST_AsBinary(g.geom, 'NDR'), ${data ?? sql`NULL`}, ${label ?? sql`NULL`}
    FROM ${layerRows([scope])} CROSS JOIN LATERAL (
      SELECT * FROM geoms g
      WHERE ${visibleObjects([scope])} AND g.kind = ANY(${map.kinds}::smallint[])
        AND g.geom && ${envelope([minX - reach, minY - reach, maxX + reach, maxY + reach])}
    ) AS g ORDER BY g.id`.compile(database.db);
  const rows = streamQuery<Row>(database, query.sql, query.parameters, {
    rowMode: 'array',
    statementMs: limits.statementMs.request,
  });

  const parts: Buffer[] = [];
  const dataTexts: string[] = [];
  const labels: string[] = [];
  let bytes = 0;
  for await (const [wkb, dataText, labelOfRow] of rows) {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(wkb.length);
    parts.push(length, wkb);
    bytes += 4 + wkb.length;
    if (bytes > mostBytes) throw new AppError('IMAGE_TOO_LARGE');
    if (data) dataTexts.push(dataText ?? '{}');
    if (label) labels.push(labelOfRow ?? '');
  }
  // A buffer of its own, so that it can be handed over to the worker.
  const geometries = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    geometries.set(part, at);
    at += part.length;
  }
  const { crs, extent, width, height, pixelRatio, background, format } = map;
  return {
    crs,
    extent,
    width,
    height,
    pixelRatio,
    background,
    format,
    geomStyle: layer.geomStyle,
    zIndex: layer.zIndex,
    geometries,
    data: dataTexts,
    labels,
  };
}

/** JSON text with the fields of `g.data` that the rules or the theme of a style look at; undefined when there are none. */
function ruleData(geomStyle: string): RawBuilder<string> | undefined {
  const fields = listChoosingFields(parseGeomStyle(geomStyle).style);
  if (fields.length === 0) return undefined;
  const pairs = fields.map((field) => sql`${field}::text, g.data -> ${field}::text`);
  return sql`jsonb_build_object(${sql.join(pairs)})::text`;
}
