import { hash } from '@node-rs/argon2';
import { type ClassifierSettings, type CompanyId, type Language, rootClassifierIds } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import { createCompany, createUnit, type NewCompany } from '../features/companies/index.ts';
import { addTreeNode } from '../layers/tree/addTreeNode.ts';
import { commandAuthor } from '../layers/tree/auditTreeNode.ts';
import {
  auditObjectsImported,
  insertObjects,
  type TargetLayer,
  toObjectBatch,
  toObjectToInsert,
} from '../objects/insertObjects.ts';
import { openDemoCases } from './demoCases.ts';
import { type DemoComment, demoComments } from './demoComments.ts';
import { type DemoLayer, type DemoUnit, demoGroups } from './demoLayers.ts';
import { nodeNames, toNamedField, withRuleNames } from './demoNames.ts';
import { type DemoObject, demoObjects } from './demoObjects.ts';
import { demoOverlays, ownWmsSource } from './demoOverlays.ts';
import { demoPassword, demoUsers } from './demoUsers.ts';
import { translateGroup, translateObject, translateText } from './translateDemo.ts';

const demoAuthor = commandAuthor('pgis demo');

/**
 * Seeds the demo: one company with two units, three groups with a user each, five layer groups and a few thousand objects
 * around the default view. Descriptions and values are in one language, names of layers, fields and rules in all. Call it in one transaction on a database without companies; about 3 s on the embedded engine.
 */
export async function seedDemo(db: Kysely<Schema>, language: Language): Promise<void> {
  const translate = (text: string) => translateText(text, language);
  const company = await createCompany(db, {
    name: translate('Demo municipality'),
    centerLonLat: [23.9890828, 56.9713962],
    zoom: 10,
    language,
  });
  const units: Record<DemoUnit, number> = {
    infrastructure: company.rootUnitId,
    nature: await createUnit(db, {
      companyId: company.companyId,
      name: translate('Environment and forest'),
      parentId: company.rootUnitId,
    }),
  };
  await addUsers(db, company, language);
  const layers = await addLayers(db, { companyId: company.companyId, units, language });
  await addOverlays(db, company.companyId, layers);
  const objects = demoObjects().map((object) => translateObject(object, language));
  const comments = demoComments(await addObjects(db, layers, objects));
  await addComments(
    db,
    company,
    comments.map((comment) => ({ ...comment, content: translate(comment.content) })),
  );
  for (const { key } of demoGroups.flatMap((group) => group.layers).filter((layer) => layer.isCaseLayer)) {
    const { companyId, layerId, unitId } = requireLayer(layers, key);
    await openDemoCases(db, {
      companyId,
      layerId,
      unitId: unitId ?? company.rootUnitId,
    });
  }
  await withholdSome(db, company.companyId, translate('The description names a private person.'));
}

async function addUsers(db: Kysely<Schema>, company: NewCompany, language: Language): Promise<void> {
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
        position: translateText(user.position, language),
        language,
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
  {
    companyId,
    units,
    language,
  }: {
    readonly companyId: CompanyId;
    readonly units: Record<DemoUnit, number>;
    readonly language: Language;
  },
): Promise<Map<string, TargetLayer>> {
  const layers = new Map<string, TargetLayer>();
  for (const group of demoGroups) {
    const { name, description, layers: groupLayers } = translateGroup(group, language);
    const unitId = units[group.unit];
    const groupId = await addTreeNode(db, demoAuthor, {
      companyId,
      kind: 'group',
      parentId: rootClassifierIds.objects,
      unitId,
      settings: { name, names: nodeNames(group.name), description },
    });
    for (const [index, layer] of groupLayers.entries()) {
      const english = group.layers[index] ?? layer;
      const source = layer.viewOf === undefined ? undefined : layers.get(layer.viewOf);
      const layerId = await addTreeNode(db, demoAuthor, {
        companyId,
        kind: 'layer',
        parentId: groupId,
        ...(source && { sourceId: source.layerId }),
        settings: toSettings(layer, english, language),
      });
      layers.set(layer.key, { companyId, layerId, unitId, layerName: layer.name });
    }
  }
  return layers;
}

const toSettings = (layer: DemoLayer, english: DemoLayer, language: Language): ClassifierSettings => ({
  name: layer.name,
  names: nodeNames(english.name),
  description: layer.description,
  zIndex: layer.zIndex,
  zoomFrom: layer.zoomFrom ?? null,
  allowPublicRegistration: layer.openToPublic ?? false,
  showAfterReview: layer.showAfterReview ?? false,
  showDefault: layer.showDefault ?? false,
  allObjectsPublic: layer.allObjectsPublic,
  geomStyle: JSON.stringify(withRuleNames(layer.style, english.style, language)),
  caseLayer: layer.isCaseLayer === true ? { dueDays: 30, days: 'working' } : null,
  ...(layer.viewOf === undefined && {
    layerFields: english.fields.map((field) => toNamedField(field, language)),
  }),
});

async function addOverlays(
  db: Kysely<Schema>,
  companyId: CompanyId,
  layers: ReadonlyMap<string, TargetLayer>,
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
        source_json: JSON.stringify(ownWmsSource(layers.get(layer)?.layerId ?? 0)),
        visibility: false,
      })
      .execute();
}

const DAY_MS = 86_400_000;

function requireLayer(layers: ReadonlyMap<string, TargetLayer>, key: string): TargetLayer {
  const layer = layers.get(key);
  if (layer === undefined) throw new Error(`the demo has no layer ${key}`);
  return layer;
}

/** Adds the objects layer by layer; returns each with its id, in the order of `objects`. */
async function addObjects(
  db: Kysely<Schema>,
  layers: ReadonlyMap<string, TargetLayer>,
  objects: readonly DemoObject[],
): Promise<{ id: number; object: DemoObject }[]> {
  const ids = new Map<DemoObject, number>();
  for (const [key, own] of Map.groupBy(objects, (object) => object.layer)) {
    const layer = requireLayer(layers, key);
    const times = own.map(({ ageDays }) => new Date(Date.now() - ageDays * DAY_MS).toISOString());
    const batch = toObjectBatch(own.map(toObjectToInsert), [
      { name: 'upvote_count', type: 'integer', values: own.map(({ upvotes }) => upvotes) },
      { name: 'created_at', type: 'timestamptz', values: times },
      { name: 'updated_at', type: 'timestamptz', values: times },
    ]);
    const inserted = await insertObjects(db, layer, { batch, replacesByKey: false, returnsIds: true });
    const [invalid] = inserted.invalid;
    if (invalid) throw new Error(`object ${invalid.rowNumber} of ${key}: ${invalid.reason}`);
    const { actor } = demoAuthor;
    await auditObjectsImported(db, { ...inserted, actor, layer, leftOut: 0, isPartial: false });
    for (const [index, object] of own.entries()) ids.set(object, inserted.ids[index] ?? 0);
  }
  return objects.map((object) => ({ id: ids.get(object) ?? 0, object }));
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

/** Leaves the newest unanswered reports waiting in layers with review, and hides one. */
async function withholdSome(db: Kysely<Schema>, companyId: CompanyId, reason: string): Promise<void> {
  await sql`
    UPDATE geoms SET review = CASE WHEN newest.rank <= 3 THEN 'waiting' ELSE 'hidden' END,
      hidden_reason = CASE WHEN newest.rank <= 3 THEN '' ELSE ${reason}::text END,
      upvote_count = 0
    FROM (SELECT g.id, row_number() OVER (PARTITION BY g.class_id ORDER BY g.created_at DESC, g.id) AS rank
          FROM geoms AS g JOIN classifiers AS c ON c.company_id = g.company_id AND c.id = g.class_id
          WHERE g.company_id = ${companyId} AND c.show_after_review AND g.is_public
            AND g.latest_comment_id IS NULL) AS newest
    WHERE geoms.company_id = ${companyId} AND geoms.id = newest.id AND newest.rank <= 4`.execute(db);
}
