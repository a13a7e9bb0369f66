import type { CompanyId, LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Owner } from './assignable.ts';

/** A case layer with the owner of its objects. */
export interface CaseLayer {
  readonly id: LayerId;
  readonly owner: Owner;
}

/** The case layers of a company in the order of their ids, whoever may see them. */
export async function listCaseLayersOf(db: Kysely<Schema>, companyId: CompanyId): Promise<CaseLayer[]> {
  const rows = await db
    .selectFrom('classifiers as l')
    .innerJoin('classifiers as p', (join) =>
      join.onRef('p.company_id', '=', 'l.company_id').onRef('p.id', '=', 'l.parent_id'),
    )
    .select(['l.id', 'p.unit_id as unitId'])
    .where('l.company_id', '=', companyId)
    .where('l.kind', '=', 'layer')
    .where('l.case_layer', 'is not', null)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.id')
    .execute();
  return rows.map(({ id, unitId }) => ({ id, owner: { companyId, unitId } }));
}
