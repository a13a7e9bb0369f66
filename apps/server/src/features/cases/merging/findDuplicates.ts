import type { listDuplicates as call, Language, LayerId, ObjectId, QueryOf, ReplyOf } from '@pgis/contract';
import { groundMetresPerMapMetre } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { readToday } from '../../../cases/caseRows.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { fromCases, listCaseLayers, selectCases } from '../selectCases.ts';
import { type Candidate, rankDuplicates } from './rankDuplicates.ts';

const DEFAULT_DISTANCE_M = 50;
const DEFAULT_DAYS = 30;
const DEFAULT_SIZE = 5;
/** The nearest ones whose words are compared, so that a place with thousands of reports costs no more. */
const MAX_COMPARED = 200;

interface DuplicatesRequest {
  readonly actor: UserActor;
  readonly language: Language;
  readonly id: ObjectId;
  readonly query: QueryOf<typeof call>;
}

interface Subject {
  readonly classId: LayerId;
  readonly text: string;
  readonly box: readonly [number, number, number, number];
}

/** @throws NOT_FOUND for an object that is no case, or one in a unit where the actor holds no level. */
export async function listDuplicates(
  { database: { db }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, language, id, query }: DuplicatesRequest,
): Promise<ReplyOf<typeof call>> {
  const {
    _distance: distanceM = DEFAULT_DISTANCE_M,
    _days: days = DEFAULT_DAYS,
    _size = DEFAULT_SIZE,
  } = query;
  const layers = await listCaseLayers(db, actor);
  const subject = await getSubject(db, layers, id);
  const candidates = await listCandidates(db, layers, { subject, id, distanceM, days });
  const ranked = rankDuplicates({ ...subject, distanceM }, candidates).slice(0, _size);
  if (ranked.length === 0) return { items: [] };
  const ids = ranked.map((one) => one.id);
  const page = sql`SELECT l.rank, g.company_id, g.id ${fromCases({ layers, ids })}`;
  const today = await readToday(db, clock);
  const cases = await selectCases(db, { layers, language, today, page, order: sql`g.id` });
  const casesById = new Map(cases.map((one) => [one.id, one]));
  return {
    items: ranked.flatMap(({ id, distanceM, likeness }) => {
      const found = casesById.get(id);
      return found === undefined ? [] : [{ ...found, distanceM, likeness }];
    }),
  };
}

async function getSubject(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  id: ObjectId,
): Promise<Subject> {
  if (layers.length === 0) throw new AppError('NOT_FOUND');
  const { rows } = await sql<Subject>`
    SELECT g.class_id AS "classId", g.name || ' ' || g.description AS text,
           ARRAY[ST_XMin(g.geom), ST_YMin(g.geom), ST_XMax(g.geom), ST_YMax(g.geom)] AS box
    ${fromCases({ layers, ids: [id] })}`.execute(db);
  const [subject] = rows;
  if (subject === undefined) throw new AppError('NOT_FOUND');
  return subject;
}

interface Neighbourhood {
  readonly subject: Subject;
  readonly id: ObjectId;
  readonly distanceM: number;
  readonly days: number;
}

/** Open cases around the subject, the nearest first. A metre on the ground is longer in EPSG:3857, the more so in the north. */
async function listCandidates(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  { subject: { box }, id, distanceM, days }: Neighbourhood,
): Promise<Candidate[]> {
  const [minX, minY, maxX, maxY] = box;
  const scale = groundMetresPerMapMetre([(minX + maxX) / 2, (minY + maxY) / 2]);
  const reach = distanceM / scale;
  const extent = [minX - reach, minY - reach, maxX + reach, maxY + reach] as const;
  const { rows } = await sql<Candidate>`
    SELECT g.id, g.class_id AS "classId", g.name || ' ' || g.description AS text,
           ST_Distance(g.geom, s.geom) * ${scale}::float8 AS "distanceM"
    ${fromCases(
      { layers, extent, exceptIds: [id] },
      sql`
      CROSS JOIN (SELECT geom, created_at FROM geoms WHERE company_id = ${layers[0]?.layer.companyId ?? 0}::integer
                  AND id = ${id}::bigint) AS s`,
    )}
      AND c.closed_at IS NULL AND ST_DWithin(g.geom, s.geom, ${reach}::float8)
      AND g.created_at BETWEEN s.created_at - make_interval(days => ${days}::integer)
                           AND s.created_at + make_interval(days => ${days}::integer)
    ORDER BY ST_Distance(g.geom, s.geom), g.id LIMIT ${MAX_COMPARED}::integer`.execute(db);
  return rows;
}
