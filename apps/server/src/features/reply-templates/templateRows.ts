import {
  type CompanyId,
  companyOf,
  type NewReplyTemplate,
  type ReplyTemplate,
  type ReplyTemplateId,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** Templates by name. A status that was deleted is none. */
const selectTemplates = (db: Db, companyId: CompanyId) =>
  db
    .selectFrom('reply_templates as r')
    .leftJoin('classifiers as t', (join) =>
      join
        .onRef('t.company_id', '=', 'r.company_id')
        .onRef('t.id', '=', 'r.status_id')
        .on('t.deleted_at', 'is', null),
    )
    .select(['r.id', 'r.name', 'r.layer_ids as layerIds', 't.id as statusId', 'r.texts', 'r.version'])
    .where('r.company_id', '=', companyId)
    .orderBy(sql`lower(r.name)`)
    .orderBy('r.id');

export const listTemplates = (db: Db, companyId: CompanyId): Promise<ReplyTemplate[]> =>
  selectTemplates(db, companyId).execute();

/** Lists the templates of a layer first, then those of all layers. */
export async function listTemplatesFor(
  db: Db,
  { companyId, layerId }: { readonly companyId: CompanyId; readonly layerId: number },
): Promise<ReplyTemplate[]> {
  const templates = await selectTemplates(db, companyId)
    .where(sql<SqlBool>`(cardinality(r.layer_ids) = 0 OR ${layerId}::bigint = ANY(r.layer_ids))`)
    .execute();
  return [
    ...templates.filter(({ layerIds }) => layerIds.length > 0),
    ...templates.filter(({ layerIds }) => layerIds.length === 0),
  ];
}

/** Locks the template until the transaction ends; undefined for one of another company. */
export async function findTemplate(
  db: Db,
  companyId: CompanyId,
  id: ReplyTemplateId,
): Promise<ReplyTemplate | undefined> {
  return await db
    .selectFrom('reply_templates')
    .select(['id', 'name', 'layer_ids as layerIds', 'status_id as statusId', 'texts', 'version'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function countTemplates(db: Db, companyId: CompanyId): Promise<number> {
  const { count } = await db
    .selectFrom('reply_templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return count;
}

const toColumns = ({ name, layerIds, statusId, texts }: NewReplyTemplate) => ({
  name,
  layer_ids: [...layerIds],
  status_id: statusId,
  texts: JSON.stringify(texts),
});

export async function insertTemplate(
  db: Db,
  companyId: CompanyId,
  template: NewReplyTemplate,
): Promise<ReplyTemplate> {
  const { id, version } = await db
    .insertInto('reply_templates')
    .values({ company_id: companyId, id: newId(companyId, 'reply_template_seq'), ...toColumns(template) })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  return { ...template, id, version };
}

export async function updateTemplate(db: Db, template: ReplyTemplate): Promise<void> {
  await db
    .updateTable('reply_templates')
    .set({ ...toColumns(template), version: template.version })
    .where('company_id', '=', companyOf(template.id))
    .where('id', '=', template.id)
    .execute();
}

export async function removeTemplate(db: Db, id: ReplyTemplateId): Promise<void> {
  await db
    .deleteFrom('reply_templates')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}
