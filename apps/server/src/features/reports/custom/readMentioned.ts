import type { Language, ReportContent } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { type CustomScopes, readCustomScopes } from './customScopes.ts';
import { type Named, readStatusNames } from './readStatusNames.ts';

export interface Mentioned extends CustomScopes {
  /** Of the filter, as far as they are there. */
  readonly statuses: readonly Named[];
}

/** What a report names, as far as the actor may see it. */
export async function readMentioned(
  db: Kysely<Schema>,
  { actor, language }: { readonly actor: UserActor; readonly language: Language },
  { layerIds, filter: { statusIds = [] } }: ReportContent,
): Promise<Mentioned> {
  const ids = statusIds.filter((id) => id !== null);
  return {
    ...(await readCustomScopes(db, actor, layerIds)),
    statuses: await readStatusNames(db, { companyId: actor.companyId, language }, ids),
  };
}
