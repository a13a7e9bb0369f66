import { idsPerCompany } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { fieldText } from '../../db/sql/objectConditions.ts';
import { type LayerAccess, layerConstants } from '../../layers/layerQuery.ts';
import { toCondition } from '../../query/toCondition.ts';

/** Id of the object whose reference number a field of `g` holds; null for any other text. */
const referencedId = (field: string): RawBuilder<number | null> => sql`
  CASE WHEN ${fieldText(field)} ~ '^[0-9]{1,6}-[0-9]{1,10}$'
    THEN split_part(${fieldText(field)}, '-', 1)::bigint * ${sql.lit(idsPerCompany)}
      + split_part(${fieldText(field)}, '-', 2)::bigint END`;

/** Other objects of the layer that an import would find by the name of `object`, as `findReferenced` does. */
const otherObject = (access: LayerAccess, object: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT FROM ${layerConstants(access)} JOIN geoms AS g
    ON ${toCondition({ layers: [access] })} AND g.id <> ${object}.id AND g.import_key = ${object}.name
  UNION ALL
  SELECT FROM ${layerConstants(access)} JOIN geoms AS g
    ON ${toCondition({ layers: [access] })} AND g.id <> ${object}.id AND g.name = ${object}.name
      AND name_order(g.name) COLLATE "C" = name_order(${object}.name) COLLATE "C"`;

/**
 * Text for the object to which a field of `g` refers: its name where an import would find no other object by it, else the
 * key of its import, else its number. Of an object that the reader may not see, and of a deleted one, only the number is left,
 * which is what the field holds.
 */
export const referencedName = (field: string, access: LayerAccess | undefined): RawBuilder<string | null> =>
  access === undefined
    ? fieldText(field)
    : sql`coalesce((
        SELECT CASE WHEN r.name <> '' AND NOT EXISTS (${otherObject(access, sql`r`)}) THEN r.name ELSE r.import_key END
        FROM (SELECT ${referencedId(field)} AS id OFFSET 0) AS v
        CROSS JOIN LATERAL (
          SELECT g.id, g.name, g.import_key FROM ${layerConstants(access)} JOIN geoms AS g
            ON g.company_id = ${access.layer.companyId}::integer AND g.id = v.id AND ${toCondition({ layers: [access] })}
        ) AS r), ${fieldText(field)})`;
