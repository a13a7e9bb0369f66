import {
  fillReply,
  type Language,
  languages,
  type ObjectId,
  type Replies,
  type Reply,
  type ReplyPlaceholder,
  type ReplyTemplate,
  referenceOf,
  type StatusId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { AppError } from '../../errors/AppError.ts';
import { layerNameIn } from '../../layers/Layer.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { getVisibleObject, type VisibleObject } from '../../objects/getVisibleObject.ts';
import { listTemplatesFor } from './templateRows.ts';

/** @throws FORBIDDEN for those who may not comment on the object. */
export async function listReplies(
  { database: { db }, config }: Pick<AppDeps, 'database' | 'config'>,
  reader: Reader,
  id: ObjectId,
): Promise<Replies> {
  const object = await getVisibleObject(db, reader, id);
  if (!object.rights.comments) throw new AppError('FORBIDDEN');
  const { owner } = object;
  const spoken = await readLanguages(db, object);
  const templates = await listTemplatesFor(db, { companyId: owner.companyId, layerId: owner.ownerId });
  const facts = await readFacts(db, object);
  const statusIds = [...templates.map(({ statusId }) => statusId), object.latestComment?.statusId ?? null];
  const statusNames = await readStatusNames(db, object, statusIds);
  const replies = templates.flatMap((template): Reply[] => {
    const language = pickLanguage(template, spoken);
    const text = language && template.texts[language];
    if (language === undefined || text === undefined) return [];
    const statusId = template.statusId ?? object.latestComment?.statusId;
    const values: Record<ReplyPlaceholder, string> = {
      number: referenceOf(id),
      address: object.row.name,
      topic: object.row.description,
      layer: layerNameIn(owner, language),
      status: statusNames.get(statusId ?? 0)?.[language] ?? '',
      due: facts.due,
      unit: facts.unit,
      link: `${config.publicUrl}/#/${language}/dashboard?object=${id}`,
    };
    const { id: templateId, name, layerIds, statusId: proposed } = template;
    const isForLayer = layerIds.length > 0;
    return [
      { id: templateId, name, isForLayer, statusId: proposed, text: fillReply(text, values), language },
    ];
  });
  return { language: spoken[0] ?? 'en', replies };
}

/** The reporter's language, then that of the company, then any. */
const pickLanguage = ({ texts }: ReplyTemplate, spoken: readonly Language[]): Language | undefined =>
  [...spoken, ...languages].find((language) => texts[language] !== undefined);

async function readLanguages(db: Kysely<Schema>, { row }: VisibleObject): Promise<Language[]> {
  const found = await db
    .selectFrom('geoms as g')
    .innerJoin('companies as c', 'c.company_id', 'g.company_id')
    .select(['g.reporter_language as reporter', 'c.language as company'])
    .where('g.company_id', '=', row.companyId)
    .where('g.id', '=', row.id)
    .executeTakeFirstOrThrow();
  return found.reporter === null ? [found.company] : [found.reporter, found.company];
}

interface CaseFacts {
  readonly due: string;
  readonly unit: string;
}

/** Due date and unit of a case; '' where there is none. */
async function readFacts(db: Kysely<Schema>, { row, owner }: VisibleObject): Promise<CaseFacts> {
  const { rows } = await sql<CaseFacts>`
    SELECT coalesce(to_char(c.due_on, 'DD.MM.YYYY'), '') AS due, coalesce(n.name, '') AS unit
    FROM (SELECT 1) AS one
    LEFT JOIN cases AS c ON c.company_id = ${row.companyId}::integer AND c.geom_id = ${row.id}::bigint
    LEFT JOIN units AS n ON n.company_id = ${row.companyId}::integer
      AND n.id = coalesce(c.unit_id, ${owner.owner.unitId}::bigint)`.execute(db);
  return rows[0] ?? { due: '', unit: '' };
}

/** Names of statuses in every language. */
async function readStatusNames(
  db: Kysely<Schema>,
  { row }: VisibleObject,
  statusIds: readonly (StatusId | null)[],
): Promise<ReadonlyMap<number, Readonly<Record<Language, string>>>> {
  const ids = [...new Set(statusIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('classifiers as t')
    .select('t.id')
    .select([
      translatedName('t', 'en').as('en'),
      translatedName('t', 'ru').as('ru'),
      translatedName('t', 'lv').as('lv'),
    ])
    .where('t.company_id', '=', row.companyId)
    .where('t.id', 'in', ids)
    .$castTo<{ id: number } & Record<Language, string>>()
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
