import { compileRuleFinder, listDrawnStyles, listRuleFields, parseGeomStyle } from '@pgis/cartography';
import { type LayerId, limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { comparableText } from '../../../db/sql/objectConditions.ts';
import { streamQuery } from '../../../db/streamQuery.ts';
import { layerValues } from '../../../layers/layerQuery.ts';
import { ownFieldText } from '../../../layers/ownFields.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import { type AddressFilter, getFilteredLayer } from '../../../query/codecs/addressFilter.ts';
import { toCondition } from '../../../query/toCondition.ts';

type Row = [values: string[], count: number];

/**
 * Counts the visible objects of a layer by the token of the rule that draws them. The database counts by the values that
 * choose the rule; cartography decides which rule that is.
 */
export async function countRuleMatches(
  database: Database,
  { actor }: Reader,
  { layerId, filter }: { readonly layerId: LayerId; readonly filter: AddressFilter | undefined },
): Promise<{ rule: string; count: number }[]> {
  const access = await getFilteredLayer(database.db, actor, { layerId, filter });
  const { style } = parseGeomStyle(access.layer.geomStyle);
  const fields = listRuleFields(style);
  // Conditions compare more than the folded text: dates have a `T`.
  const hasConditions = listDrawnStyles(style).some(({ ruleConditions }) => ruleConditions !== null);
  const textOf = ownFieldText(access.layer);
  const values = fields.map((field) => (hasConditions ? textOf(field) : comparableText(textOf(field))));
  const query = sql`
    SELECT ARRAY[${sql.join(values)}]::text[] AS held, count(*)
    FROM ${layerValues([access])} JOIN geoms AS g ON ${toCondition({ layers: [access] })}
    GROUP BY held`.compile(database.db);
  const rows = streamQuery<Row>(database, query, {
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
