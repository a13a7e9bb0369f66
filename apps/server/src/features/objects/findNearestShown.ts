import { compileRuleFinder, listChoosingFields, type ObjectData, parseGeomStyle } from '@pgis/cartography';
import type { HiddenRules } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type LayerScope, perLayer } from '../classifiers/index.ts';
import { type NearestRow, type Place, selectCandidates } from './selectNearest.ts';

/** Of each layer and kind so many objects near a place are looked at for one whose rule is switched on. */
const MOST_CANDIDATES = 200;

/** The fields of `g.data` that choose the rule; nothing for layers of which no rule is hidden. */
function choosingData(
  scopes: readonly LayerScope[],
  isNarrowed: (id: number) => boolean,
): RawBuilder<unknown> {
  return perLayer(
    scopes,
    ({ layer }) => {
      const fields = isNarrowed(layer.id) ? listChoosingFields(parseGeomStyle(layer.geomStyle).style) : [];
      if (fields.length === 0) return undefined;
      return sql`jsonb_build_object(${sql.join(
        fields.map((field) => sql`${field}::text, g.data -> ${field}::text`),
      )})`;
    },
    sql`'{}'::jsonb`,
  );
}

/** D-OBJ-03 among what is drawn: objects whose rules the reader has switched off are passed over. */
export async function findNearestShown(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
  place: Place,
  hidden: readonly HiddenRules[],
): Promise<NearestRow | undefined> {
  const hiddenOf = new Map(hidden.map(({ classId, rules }) => [classId, new Set(rules)]));
  const findRuleOf = new Map(
    scopes
      .filter(({ layer }) => hiddenOf.has(layer.id))
      .map(({ layer }) => [layer.id, compileRuleFinder(parseGeomStyle(layer.geomStyle).style)]),
  );
  const isShown = (layerId: number, data: ObjectData): boolean => {
    const rule = findRuleOf.get(layerId)?.(data);
    return rule === undefined || hiddenOf.get(layerId)?.has(rule) !== true;
  };
  const data = choosingData(scopes, (id) => hiddenOf.has(id));
  const candidates = selectCandidates(scopes, place, { data, most: MOST_CANDIDATES });
  const { rows } = await candidates.execute(db);
  const found = rows.find((row) => isShown(row.layerId, row.data as ObjectData));
  if (found === undefined) return undefined;
  const { id, layerId } = found;
  const geometry = await sql<{ geom: string }>`
    SELECT ST_AsText(geom) AS geom FROM geoms
    WHERE company_id = ${found.companyId}::integer AND id = ${id}::bigint`.execute(db);
  return { id, layerId, geom: geometry.rows[0]?.geom ?? '' };
}
