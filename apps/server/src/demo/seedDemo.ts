import { hash } from '@node-rs/argon2';
import { rootClassifierIds } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import { createCompany, createUnit, type NewCompany } from '../features/companies/index.ts';
import { type DemoComment, demoComments } from './demoComments.ts';
import { type DemoLayer, type DemoUnit, demoGroups } from './demoLayers.ts';
import { type DemoObject, demoObjects } from './demoObjects.ts';
import { demoOverlays, ownWmsSource } from './demoOverlays.ts';
import { demoPassword, demoUsers } from './demoUsers.ts';

/**
 * The demo: one company with two units, three groups with a user each, five layer groups and a few thousand objects
 * around the default view. Run it in one transaction on a database without companies; about 3 s on the embedded engine.
 */
export async function seedDemo(db: Kysely<Schema>): Promise<void> {
  const company = await createCompany(db, {
    name: 'Demo municipality',
    centerLonLat: [23.9890828, 56.9713962],
    zoom: 10,
  });
  const units: Record<DemoUnit, number> = {
    infrastructure: company.rootUnitId,
    nature: await createUnit(db, {
      companyId: company.companyId,
      name: 'Environment and forest',
      parentId: company.rootUnitId,
    }),
  };
  await addUsers(db, company);
  const layerIds = await addLayers(db, company.companyId, units);
  await addOverlays(db, company.companyId, layerIds);
  const geomIds = await addObjects(db, company.companyId, layerIds, demoObjects());
  await addComments(db, company, demoComments(geomIds));
  await withholdSome(db, company.companyId);
}

async function addUsers(db: Kysely<Schema>, company: NewCompany): Promise<void> {
  const passwordHash = await hash(demoPassword);
  for (const user of demoUsers) {
    const { id } = await db
      .insertInto('users')
      .values({
        company_id: company.companyId,
        id: newId(company.companyId, 'user_seq'),
        email: user.email,
        password_hash: passwordHash,
        first_name: user.firstName,
        last_name: user.lastName,
        position: user.position,
        first_login: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('group_members')
      .values({ company_id: company.companyId, group_id: company.groupIds[user.group], user_id: id })
      .execute();
  }
}

async function addLayers(
  db: Kysely<Schema>,
  companyId: number,
  units: Record<DemoUnit, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [position, group] of demoGroups.entries()) {
    const { id: groupId } = await db
      .insertInto('classifiers')
      .values({
        company_id: companyId,
        id: newId(companyId, 'classifier_seq'),
        parent_id: rootClassifierIds.objects,
        kind: 'group',
        unit_id: units[group.unit],
        name: group.name,
        description: group.description,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, layer] of group.layers.entries())
      ids.set(
        layer.key,
        await addLayer(db, layer, {
          companyId,
          groupId,
          unitId: units[group.unit],
          position: index,
          sourceId: layer.viewOf === undefined ? null : (ids.get(layer.viewOf) ?? null),
        }),
      );
  }
  return ids;
}

async function addLayer(
  db: Kysely<Schema>,
  layer: DemoLayer,
  place: {
    companyId: number;
    groupId: number;
    unitId: number;
    position: number;
    sourceId: number | null;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('classifiers')
    .values({
      company_id: place.companyId,
      id: newId(place.companyId, 'classifier_seq'),
      parent_id: place.groupId,
      kind: 'layer',
      unit_id: place.unitId,
      source_id: place.sourceId,
      name: layer.name,
      description: layer.description,
      position: place.position,
      z_index: layer.zIndex,
      zoom_from: layer.zoomFrom ?? null,
      allow_public_registration: layer.openToPublic ?? false,
      show_after_review: layer.showAfterReview ?? false,
      show_default: layer.showDefault ?? false,
      all_objects_public: layer.allObjectsPublic,
      geom_style: JSON.stringify(layer.style),
      layer_fields: JSON.stringify(layer.fields.map((name) => ({ name, type: 'text' }))),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addOverlays(
  db: Kysely<Schema>,
  companyId: number,
  layerIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { layer, names, groupNames } of demoOverlays)
    await db
      .insertInto('map_layers')
      .values({
        company_id: companyId,
        id: newId(companyId, 'map_layer_seq'),
        name: names.en,
        names: JSON.stringify(names),
        group_name: groupNames.en,
        group_names: JSON.stringify(groupNames),
        overlay: true,
        source_type: 'TileWMS',
        source_json: JSON.stringify(ownWmsSource(layerIds.get(layer) ?? 0)),
        visibility: false,
      })
      .execute();
}

const batchSize = 400;

/** Ids of the new objects with the object, in order. */
async function addObjects(
  db: Kysely<Schema>,
  companyId: number,
  layerIds: ReadonlyMap<string, number>,
  objects: readonly DemoObject[],
): Promise<{ id: number; object: DemoObject }[]> {
  const added: { id: number; object: DemoObject }[] = [];
  for (let start = 0; start < objects.length; start += batchSize) {
    const batch = objects.slice(start, start + batchSize);
    const column = <T>(value: (object: DemoObject) => T) => batch.map(value);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public, upvote_count,
                         created_at, updated_at)
      SELECT ${companyId}::integer, new_id(${companyId}::integer, 'geom_seq'), class_id, ST_Dimension(shape) + 1, shape,
             name, description, data, is_public, upvotes, at, at
      FROM (
        SELECT class_id, ST_GeomFromText(wkt, 3857) AS shape, name, description, data, is_public, upvotes,
               now() - age_days * interval '1 day' AS at, place
        FROM unnest(
          ${column((o) => layerIds.get(o.layer))}::bigint[], ${column((o) => o.wkt)}::text[],
          ${column((o) => o.name)}::text[], ${column((o) => o.description)}::text[],
          ${column((o) => JSON.stringify(o.data))}::jsonb[], ${column((o) => o.isPublic)}::boolean[],
          ${column((o) => o.upvotes)}::integer[], ${column((o) => o.ageDays)}::double precision[]
        ) WITH ORDINALITY AS item(class_id, wkt, name, description, data, is_public, upvotes, age_days, place)
      ) AS parsed ORDER BY place
      RETURNING id`.execute(db);
    // Ids rise in insertion order, which is the order of the batch.
    const ids = rows.map((row) => row.id).sort((a, b) => a - b);
    for (const [index, object] of batch.entries()) added.push({ id: ids[index] ?? 0, object });
  }
  await sql`
    UPDATE classifiers c SET kinds = k.kinds
    FROM (SELECT class_id, bit_or(1 << (kind - 1))::smallint AS kinds FROM geoms
          WHERE company_id = ${companyId} GROUP BY class_id) k
    WHERE c.company_id = ${companyId} AND c.id = k.class_id`.execute(db);
  return added;
}

async function addComments(
  db: Kysely<Schema>,
  company: NewCompany,
  comments: readonly DemoComment[],
): Promise<void> {
  const column = <T>(value: (comment: DemoComment) => T) => comments.map(value);
  await sql`
    INSERT INTO comments (company_id, id, geom_id, content, status_id, is_public, author_name, added_at)
    SELECT ${company.companyId}::integer, new_id(${company.companyId}::integer, 'comment_seq'), geom_id, content,
           status_id, is_public, 'Ilze Bērziņa', now() - age_days * interval '1 day'
    FROM unnest(${column((c) => c.geomId)}::bigint[], ${column((c) => c.content)}::text[],
                ${column((c) => company.statusIds[c.status])}::bigint[], ${column((c) => c.isPublic)}::boolean[],
                ${column((c) => c.ageDays)}::double precision[])
         AS item(geom_id, content, status_id, is_public, age_days)`.execute(db);
  const newest = (onlyPublic: boolean) => sql`
    (SELECT id FROM comments c WHERE c.company_id = g.company_id AND c.geom_id = g.id AND (c.is_public OR NOT ${onlyPublic}::boolean)
     ORDER BY added_at DESC, id DESC LIMIT 1)`;
  await sql`
    UPDATE geoms g SET latest_comment_id = ${newest(false)}, latest_public_comment_id = ${newest(true)}
    WHERE company_id = ${company.companyId} AND id = ANY(${column((c) => c.geomId)}::bigint[])`.execute(db);
}

/** In layers with review the newest reports that nobody has answered wait, and one was hidden. */
async function withholdSome(db: Kysely<Schema>, companyId: number): Promise<void> {
  await sql`
    UPDATE geoms SET review = CASE WHEN newest.place <= 3 THEN 'waiting' ELSE 'hidden' END,
      hidden_reason = CASE WHEN newest.place <= 3 THEN '' ELSE 'The description names a private person.' END,
      upvote_count = 0
    FROM (SELECT g.id, row_number() OVER (PARTITION BY g.class_id ORDER BY g.created_at DESC, g.id) AS place
          FROM geoms AS g JOIN classifiers AS c ON c.company_id = g.company_id AND c.id = g.class_id
          WHERE g.company_id = ${companyId} AND c.show_after_review AND g.is_public
            AND g.latest_comment_id IS NULL) AS newest
    WHERE geoms.company_id = ${companyId} AND geoms.id = newest.id AND newest.place <= 4`.execute(db);
}
