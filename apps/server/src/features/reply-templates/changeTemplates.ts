import {
  type BodyOf,
  type CompanyId,
  type changeReplyTemplate as changeCall,
  languages,
  limits,
  listUnknownPlaceholders,
  type NewReplyTemplate,
  type Problem,
  type ReplyTemplate,
  type ReplyTemplateId,
  type ReplyTexts,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { lockCompany } from '../../db/lockCompany.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { describeChange } from '../../layers/tree/describeChange.ts';
import { isCommentStatus } from '../comments/index.ts';
import {
  countTemplates,
  findTemplate,
  insertTemplate,
  listTemplates,
  removeTemplate,
  updateTemplate,
} from './templateRows.ts';

type Deps = Pick<AppDeps, 'database'>;

interface TemplateRequest {
  readonly actor: UserActor;
  readonly requestId: string;
}

interface OneTemplateRequest extends TemplateRequest {
  readonly id: ReplyTemplateId;
}

export async function listReplyTemplates({ database }: Deps, actor: UserActor): Promise<ReplyTemplate[]> {
  requireCompanyPermission(actor, 'manageCompany');
  return await listTemplates(database.db, actor.companyId);
}

export async function addReplyTemplate(
  { database }: Deps,
  { actor, requestId, body }: TemplateRequest & { readonly body: NewReplyTemplate },
): Promise<ReplyTemplate> {
  requireCompanyPermission(actor, 'manageCompany');
  const { companyId } = actor;
  const checked = await checkTemplate(database.db, companyId, body);
  return await inTransaction(database, {}, async (db) => {
    await lockCompany(db, companyId);
    const limit = limits.replyTemplates.count;
    if ((await countTemplates(db, companyId)) >= limit)
      throw new AppError('TOO_MANY_TEMPLATES', { values: { limit } });
    const template = await insertTemplate(db, companyId, checked);
    await audit(db, {
      ...toEntry({ actor, requestId }, template),
      action: 'TEMPLATE_ADDED',
      details: { new: checked },
    });
    return template;
  });
}

/** @throws TEMPLATE_CHANGED if somebody else has changed it meanwhile. */
export async function changeReplyTemplate(
  { database }: Deps,
  { actor, requestId, id, body }: OneTemplateRequest & { readonly body: BodyOf<typeof changeCall> },
): Promise<ReplyTemplate> {
  requireCompanyPermission(actor, 'manageCompany');
  const { companyId } = actor;
  return await inTransaction(database, {}, async (db) => {
    const before = await findTemplate(db, companyId, id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    const { version, ...values } = body;
    if (before.version !== version) throw new AppError('TEMPLATE_CHANGED');
    const checked = await checkTemplate(db, companyId, values);
    const details = describeChange(toValues(before), toValues(checked));
    if (details === undefined) return before;
    const template = { ...checked, id, version: version + 1 };
    await updateTemplate(db, template);
    await audit(db, { ...toEntry({ actor, requestId }, template), action: 'TEMPLATE_CHANGED', details });
    return template;
  });
}

export async function deleteReplyTemplate(
  { database }: Deps,
  { actor, requestId, id }: OneTemplateRequest,
): Promise<void> {
  requireCompanyPermission(actor, 'manageCompany');
  await inTransaction(database, {}, async (db) => {
    const template = await findTemplate(db, actor.companyId, id);
    if (template === undefined) throw new AppError('NOT_FOUND');
    await removeTemplate(db, id);
    await audit(db, {
      ...toEntry({ actor, requestId }, template),
      action: 'TEMPLATE_DELETED',
      details: { old: toValues(template) },
    });
  });
}

const toValues = ({ name, layerIds, statusId, texts }: NewReplyTemplate) => ({
  name,
  layerIds,
  statusId,
  texts,
});

const toEntry = ({ actor, requestId }: TemplateRequest, { id, name }: ReplyTemplate) =>
  ({ actor, requestId, entity: 'template', entityId: id, entityName: name }) as const;

/**
 * Returns the template without empty texts.
 *
 * @throws VALIDATION with the path of each value that cannot be used: `/texts/lv`.
 */
async function checkTemplate(
  db: Kysely<Schema>,
  companyId: CompanyId,
  template: NewReplyTemplate,
): Promise<NewReplyTemplate> {
  const texts: ReplyTexts = Object.fromEntries(
    Object.entries(template.texts).filter(([, text]) => text !== ''),
  );
  const problems = [
    ...listTextProblems(texts),
    ...(await listLayerProblems(db, companyId, template)),
    ...(await listStatusProblems(db, companyId, template)),
  ];
  if (problems.length > 0) throw validationError(...problems);
  return { ...toValues(template), texts };
}

function listTextProblems(texts: ReplyTexts): Problem[] {
  if (Object.keys(texts).length === 0) return [{ path: '/texts', code: 'REQUIRED' }];
  return languages.flatMap((language) =>
    listUnknownPlaceholders(texts[language] ?? '').length > 0
      ? [{ path: `/texts/${language}`, code: 'NOT_ALLOWED' as const }]
      : [],
  );
}

async function listLayerProblems(
  db: Kysely<Schema>,
  companyId: CompanyId,
  { layerIds }: NewReplyTemplate,
): Promise<Problem[]> {
  if (layerIds.length === 0) return [];
  const rows = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', layerIds)
    .where('kind', '=', 'layer')
    .where('case_layer', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return layerIds.flatMap((layerId, index) =>
    rows.some(({ id }) => id === layerId)
      ? []
      : [{ path: `/layerIds/${index}`, code: 'UNKNOWN_LAYER' as const }],
  );
}

async function listStatusProblems(
  db: Kysely<Schema>,
  companyId: CompanyId,
  { statusId }: NewReplyTemplate,
): Promise<Problem[]> {
  if (statusId === null || (await isCommentStatus(db, { companyId, statusId }))) return [];
  return [{ path: '/statusId', code: 'UNKNOWN_STATUS' }];
}
