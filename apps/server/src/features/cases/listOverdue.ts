import {
  type listOverdueCases as call,
  type LayerId,
  limits,
  type QueryOf,
  type ReplyOf,
} from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { readToday } from '../../cases/caseRows.ts';
import { parseExtent } from './listCases.ts';
import { caseX, caseY } from './report/hexagons.ts';
import { fromCases, isOverdue, listCaseLayers } from './selectCases.ts';

/** Positions of the overdue cases that the actor works on; too many of them are none, as their rings would hide the map. */
export async function listOverdueCases(
  { database: { db }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, query: { _classes, _bbox } }: { readonly actor: UserActor; readonly query: QueryOf<typeof call> },
): Promise<ReplyOf<typeof call>> {
  const ids = _classes?.split(',').map(Number);
  const layers = (await listCaseLayers(db, actor)).filter(({ layer }) => ids?.includes(layer.id) ?? true);
  if (layers.length === 0) return { items: [], isCut: false };
  const extent = _bbox === undefined ? undefined : parseExtent(_bbox);
  const { rows } = await sql<{ id: number; classId: LayerId; x: number; y: number }>`
    SELECT g.id, g.class_id AS "classId", ${caseX} AS x, ${caseY} AS y
    ${fromCases({ layers, ...(extent && { extent }) })} AND ${isOverdue(await readToday(db, clock))}
    ORDER BY g.id LIMIT ${limits.cases.rings + 1}::integer`.execute(db);
  const isCut = rows.length > limits.cases.rings;
  return { items: isCut ? [] : rows, isCut };
}
