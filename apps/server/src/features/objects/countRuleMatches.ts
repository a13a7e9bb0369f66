import { compileRuleFinder, listChoosingFields, parseGeomStyle } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { comparableText, fieldText } from '../../db/sql/objectConditions.ts';
import { streamQuery } from '../../db/streamQuery.ts';
import { type AddressFilter, layerRows, type Reader, visibleObjects } from '../classifiers/index.ts';
import { getScope } from './readScopes.ts';

type Row = [values: string[], count: number];

/**
 * How many visible objects of a layer each rule draws, by the rule's token. The database counts by the values that
 * choose the rule; which rule that is, says the module that draws.
 */
export async function countRuleMatches(
  { database }: AppDeps,
  { actor }: Reader,
  layerId: number,
  filter: AddressFilter | undefined,
): Promise<{ rule: string; count: number }[]> {
  const scope = await getScope(database.db, actor, layerId, filter);
  const { style } = parseGeomStyle(scope.layer.geomStyle);
  const fields = listChoosingFields(style);
  const values = fields.map((field) => comparableText(fieldText(field)));
  const query = sql`
    SELECT ARRAY[${sql.join(values)}]::text[] AS held, count(*)
    FROM ${layerRows([scope])} JOIN geoms AS g ON ${visibleObjects([scope])}
    GROUP BY held`.compile(database.db);
  const rows = streamQuery<Row>(database, query.sql, query.parameters, {
    rowMode: 'array',
    statementMs: limits.statementMs.request,
  });
  const findRule = compileRuleFinder(style);
  const counts = new Map<string, number>();
  for await (const [held, count] of rows) {
    const rule = findRule(Object.fromEntries(fields.map((field, index) => [field, held[index]])));
    counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  return [...counts].map(([rule, count]) => ({ rule, count }));
}
