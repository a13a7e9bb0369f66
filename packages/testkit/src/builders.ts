import type { Ruleset } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { companyOf, newId } from '@pgis/server/db/newId.ts';
import { sql } from 'kysely';

/** Rows straight into the database, for tests that need something to be there. */

export interface GroupRow {
  readonly companyId: number;
  readonly unitId: number;
  readonly name?: string;
  readonly position?: number;
}

export async function addGroup({ db }: Database, group: GroupRow): Promise<number> {
  const { id } = await db
    .insertInto('classifiers')
    .values({
      company_id: group.companyId,
      id: newId(group.companyId, 'classifier_seq'),
      parent_id: 1,
      kind: 'group',
      unit_id: group.unitId,
      name: group.name ?? 'Group',
      position: group.position ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface LayerRow {
  readonly groupId: number;
  readonly name?: string;
  /** Of a view: the layer whose objects it shows. */
  readonly sourceId?: number;
  readonly fields?: readonly string[];
  readonly ruleset?: Ruleset;
  readonly geomStyle?: string;
  /** Each object decides unless told. */
  readonly allObjectsPublic?: boolean | null;
  readonly allowPublicRegistration?: boolean;
  readonly showAfterReview?: boolean;
  readonly zoomFrom?: number;
  readonly zoomTo?: number;
  readonly zIndex?: number;
  readonly position?: number;
}

export async function addLayer({ db }: Database, layer: LayerRow): Promise<number> {
  const companyId = companyOf(layer.groupId);
  const { id } = await db
    .insertInto('classifiers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'classifier_seq'),
      parent_id: layer.groupId,
      kind: 'layer',
      source_id: layer.sourceId ?? null,
      name: layer.name ?? 'Layer',
      layer_fields: JSON.stringify((layer.fields ?? []).map((name) => ({ name, type: 'text' }))),
      ruleset: layer.ruleset === undefined ? null : JSON.stringify(layer.ruleset),
      geom_style: layer.geomStyle ?? '',
      all_objects_public: layer.allObjectsPublic ?? null,
      allow_public_registration: layer.allowPublicRegistration ?? false,
      show_after_review: layer.showAfterReview ?? false,
      zoom_from: layer.zoomFrom ?? null,
      zoom_to: layer.zoomTo ?? null,
      z_index: layer.zIndex ?? 0,
      position: layer.position ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface ObjectRow {
  readonly classId: number;
  /** EPSG:3857; a point at 0 0 unless told. */
  readonly wkt?: string;
  readonly name?: string;
  readonly description?: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
  readonly isPublic?: boolean;
  readonly userEmail?: string;
  readonly authorId?: number;
}

export async function addObject(database: Database, object: ObjectRow): Promise<number> {
  const [id] = await addObjects(database, [object]);
  if (id === undefined) throw new Error('the object was not added');
  return id;
}

/** Many in one statement, ids in the order of the objects; all of one company. */
export async function addObjects({ db }: Database, objects: readonly ObjectRow[]): Promise<number[]> {
  const companyId = companyOf(objects[0]?.classId ?? 0);
  const column = <T>(value: (object: ObjectRow) => T) => objects.map(value);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public, user_email, author_id)
    SELECT ${companyId}::integer, new_id(${companyId}::integer, 'geom_seq'), class_id, ST_Dimension(shape) + 1, shape,
           name, description, data, is_public, user_email, author_id
    FROM (SELECT *, ST_GeomFromText(wkt, 3857) AS shape FROM unnest(
      ${column((o) => o.classId)}::bigint[], ${column((o) => o.wkt ?? 'POINT(0 0)')}::text[],
      ${column((o) => o.name ?? 'Address')}::text[], ${column((o) => o.description ?? 'Topic')}::text[],
      ${column((o) => JSON.stringify(o.data ?? {}))}::jsonb[], ${column((o) => o.isPublic ?? true)}::boolean[],
      ${column((o) => o.userEmail ?? '')}::text[], ${column((o) => o.authorId ?? null)}::bigint[]
    ) WITH ORDINALITY AS item(class_id, wkt, name, description, data, is_public, user_email, author_id, place)
      ORDER BY place) AS parsed
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export interface CommentRow {
  readonly geomId: number;
  readonly content: string;
  readonly isPublic: boolean;
  /** English name of a status of the company; `New` unless told. */
  readonly status?: string;
}

/** The newest comment of its object, for the public too when it is public (D-CLS-03). */
export async function addComment({ db }: Database, comment: CommentRow): Promise<number> {
  const companyId = companyOf(comment.geomId);
  const status = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'status')
    .where('name', '=', comment.status ?? 'New')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('comments')
    .values({
      company_id: companyId,
      id: newId(companyId, 'comment_seq'),
      geom_id: comment.geomId,
      content: comment.content,
      status_id: status.id,
      is_public: comment.isPublic,
      author_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('geoms')
    .set({ latest_comment_id: id, ...(comment.isPublic && { latest_public_comment_id: id }) })
    .where('company_id', '=', companyId)
    .where('id', '=', comment.geomId)
    .execute();
  return id;
}
