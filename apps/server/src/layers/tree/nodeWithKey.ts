import type { CompanyId, TreeNodeId } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export interface NodeKey {
  readonly company_id: CompanyId;
  readonly id: TreeNodeId;
}

/**
 * Selects the row of the tree with a key that an outer row states; to be joined laterally. OFFSET 0 makes the planner
 * look the row up by the primary key. As a plain join, and with no statistics of the table or outdated ones, it expects
 * one row and compares every layer with every other: 240 layers take longer than the limit of a statement. The test for
 * null spares rows without a key the look-up.
 */
export const nodeWithKey = (db: Kysely<Schema>, companyId: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  db
    .selectFrom('classifiers')
    .selectAll()
    .where(
      sql<SqlBool>`${id} IS NOT NULL AND classifiers.id = ${id} AND classifiers.company_id = ${companyId}`,
    )
    .offset(sql.lit(0));
