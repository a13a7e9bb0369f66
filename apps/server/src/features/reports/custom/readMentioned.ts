import type { CompanyId, Language, ReportContent } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import type { Schema } from '../../../db/schema.ts';
import { translatedName } from '../../../db/sql/translatedName.ts';
import { listReportLayers, type ReportLayers } from './listReportLayers.ts';

export interface Mentioned extends ReportLayers {
  /** Statuses of the filter that exist. */
  readonly statuses: readonly Named[];
}

/** Layers and statuses that a report names, as far as the actor may see them. */
export async function readMentioned(
  db: Kysely<Schema>,
  { actor, language }: { readonly actor: UserActor; readonly language: Language },
  { layerIds, filter: { statusIds = [] } }: ReportContent,
): Promise<Mentioned> {
  const ids = statusIds.filter((id) => id !== null);
  return {
    ...(await listReportLayers(db, actor, layerIds)),
    statuses: await readStatusNames(db, { companyId: actor.companyId, language }, ids),
  };
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

interface StatusReader {
  readonly companyId: CompanyId;
  readonly language: Language;
}

/** Names of statuses of the company in their order, deleted ones too; other ids are left out. */
export async function readStatusNames(
  db: Kysely<Schema>,
  { companyId, language }: StatusReader,
  ids: readonly number[],
): Promise<Named[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Named>`
    SELECT t.id, ${translatedName('t', language)} AS name FROM classifiers AS t
    WHERE t.company_id = ${companyId}::integer AND t.id = ANY(${ids}::bigint[]) AND t.kind = 'status'
    ORDER BY t.position, t.id`.execute(db);
  return rows;
}
