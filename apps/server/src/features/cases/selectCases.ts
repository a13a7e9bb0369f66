import { type Case, casePriorities, type Language, type LayerId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import { listCaseLayersOf } from '../../cases/caseLayers.ts';
import { isOverdueOn } from '../../cases/overdue.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { userName } from '../../db/sql/userName.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { caseByLayer, type LayerAccess } from '../../layers/layerQuery.ts';
import { visibleGeometry } from '../../layers/visibleGeometry.ts';
import { joinLatestComment } from '../../query/latestComment.ts';
import type { ObjectQuery } from '../../query/ObjectQuery.ts';
import { toCondition } from '../../query/toCondition.ts';

/**
 * The case layers whose work the actor may see: that of a unit is for those who hold a level there. The filter of a layer
 * is for its map, so it keeps no work from anybody.
 */
export async function listCaseLayers(
  db: Kysely<Schema>,
  actor: Actor,
  classId?: LayerId,
): Promise<LayerAccess[]> {
  if (actor.kind === 'anonymous') return [];
  const all = await listCaseLayersOf(db, actor.companyId);
  const ids = all.map(({ id }) => id).filter((id) => classId === undefined || id === classId);
  const layers = await listLayerAccess(db, actor, ids);
  return layers
    .filter(({ rights }) => rights.seesInternalComments)
    .map((access) => ({ ...access, layer: { ...access.layer, ruleset: null } }));
}

/** The case `c` of an object `g`. */
const joinCase = sql`JOIN cases AS c ON c.company_id = g.company_id AND c.geom_id = g.id`;

/**
 * FROM and WHERE of cases `c` with their objects `g` and layers `l`, of one company. A case layer owns its objects, so `l`
 * is made of `g`: the planner then knows from its statistics how many objects the layers have, which decides how it joins.
 * `more` joins what further conditions need.
 */
export function fromCases(query: ObjectQuery, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const companyId = query.layers[0]?.layer.companyId ?? 0;
  const ids = query.layers.map(({ layer }) => layer.id);
  return sql`FROM geoms AS g ${joinCase} ${more}
    CROSS JOIN LATERAL (SELECT array_position(${ids}::bigint[], g.class_id) - 1 AS rank, g.company_id,
                               g.class_id AS layer_id, g.class_id AS owner_id) AS l
    WHERE g.company_id = ${companyId}::integer AND c.company_id = ${companyId}::integer
      AND g.class_id = ANY(${ids}::bigint[]) AND ${toCondition(query)}`;
}

/** Unit that works on a case `c` of a layer `l`. */
export const unitOfCase = (layers: readonly LayerAccess[]): RawBuilder<number | null> =>
  sql`coalesce(c.unit_id, ${caseByLayer(
    layers,
    ({ layer }) => sql<number | null>`${layer.owner.unitId}::bigint`,
    sql<number | null>`NULL::bigint`,
  )})`;

/** `isOverdueOn` for a day that was read before. */
export const isOverdue = (today: string): RawBuilder<boolean> => isOverdueOn(sql`${today}::date`);

const moment = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

interface CasesToRead {
  readonly layers: readonly LayerAccess[];
  readonly language: Language;
  readonly today: string;
  /** Rows `l (rank, company_id, id)` of the objects to read; `rank` is that of their layer. */
  readonly page: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

type CaseRow = Omit<Case, 'canEdit' | 'priority'> & { readonly priority: number };

export async function selectCases(
  db: Kysely<Schema>,
  { layers, language, today, page, order }: CasesToRead,
): Promise<Case[]> {
  const { rows } = await sql<CaseRow>`
    SELECT g.id, g.class_id AS "classId", g.name, g.description, ${moment('g.created_at')} AS "createdAt",
           g.upvote_count AS "upvoteCount", coalesce(g.review = 'waiting', false) AS "isWaiting", g.version,
           ST_X(ST_Centroid(${visibleGeometry(layers)})) AS x, ST_Y(ST_Centroid(${visibleGeometry(layers)})) AS y,
           CASE WHEN t.id IS NULL THEN NULL
                ELSE json_build_object('id', t.id, 'name', ${translatedName('t', language)}, 'type', t.status_type)
           END AS status,
           (SELECT f.id FROM geom_files AS f WHERE f.company_id = g.company_id AND f.geom_id = g.id AND f.is_image
            ORDER BY f.added_at, f.id LIMIT 1) AS "imageId",
           CASE WHEN n.id IS NULL THEN NULL ELSE json_build_object('id', n.id, 'name', n.name) END AS unit,
           CASE WHEN u.id IS NULL THEN NULL
                ELSE json_build_object('id', u.id, 'name', ${userName('u', language)}) END AS assignee,
           c.priority, c.due_on::text AS "dueOn", c.paused_on::text AS "pausedOn", ${isOverdue(today)} AS "isOverdue",
           ${moment('c.first_answered_at')} AS "firstAnsweredAt", ${moment('c.closed_at')} AS "closedAt"
    FROM (${page}) AS l
    JOIN geoms AS g ON g.company_id = l.company_id AND g.id = l.id
    ${joinCase}
    ${joinLatestComment(layers)}
    LEFT JOIN units AS n ON n.company_id = g.company_id AND n.id = ${unitOfCase(layers)}
    LEFT JOIN users AS u ON u.company_id = c.company_id AND u.id = c.assignee_id
    ORDER BY ${order}`.execute(db);
  const editable = new Set(layers.filter(({ rights }) => rights.edits).map(({ layer }) => layer.ownerId));
  return rows.map(({ priority, ...row }) => ({
    ...row,
    priority: casePriorities[priority - 1] ?? 'normal',
    canEdit: editable.has(row.classId),
  }));
}
