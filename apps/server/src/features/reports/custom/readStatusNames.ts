import type { Language } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { translatedName } from '../../../db/sql/translatedName.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

interface StatusReader {
  readonly companyId: number;
  readonly language: Language;
}

/** Those of these that are statuses of the company, in their order; also one that nobody can choose any more. */
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
