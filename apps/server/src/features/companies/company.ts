import {
  type BodyOf,
  type Company,
  type CompanyId,
  listCompanyProblems,
  type updateCompany as updateCompanyCall,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { changeNameLanguage } from '../../layers/tree/nameLanguage.ts';

/** Another company answers like an absent one (D-PERM-06). */
export function requireOwnCompany(actor: UserActor, companyId: CompanyId): void {
  if (actor.companyId !== companyId) throw new AppError('NOT_FOUND');
}

async function getCompany(db: Kysely<Schema>, companyId: CompanyId): Promise<Company> {
  const row = await db
    .selectFrom('companies')
    .select(['company_id as id', 'name', 'reg_number as regNumber', 'address', 'email', 'phone', 'website'])
    .select('language')
    .select(['default_lon', 'default_lat', 'default_zoom as defaultZoom'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const { default_lon: lon, default_lat: lat, ...company } = row;
  return { ...company, defaultCenter: lon === null || lat === null ? null : [lon, lat] };
}

export async function getOwnCompany(
  { database }: AppDeps,
  actor: UserActor,
  companyId: CompanyId,
): Promise<Company> {
  requireOwnCompany(actor, companyId);
  return await getCompany(database.db, companyId);
}

export async function updateCompany(
  { database }: AppDeps,
  actor: UserActor,
  request: {
    readonly companyId: CompanyId;
    readonly body: BodyOf<typeof updateCompanyCall>;
    readonly requestId: string;
  },
): Promise<Company> {
  const { companyId, body, requestId } = request;
  requireOwnCompany(actor, companyId);
  requireCompanyPermission(actor, 'manageCompany');
  return await inTransaction(database, {}, async (db) => {
    const old = await getCompany(db, companyId);
    const { language = old.language } = body;
    const problems = listCompanyProblems(body, old);
    if (problems.length > 0) throw validationError(...problems);
    await db
      .updateTable('companies')
      .set({
        name: body.name,
        reg_number: body.regNumber,
        address: body.address,
        email: body.email,
        phone: body.phone,
        website: body.website,
        language,
        default_lon: body.defaultCenter?.[0] ?? null,
        default_lat: body.defaultCenter?.[1] ?? null,
        default_zoom: body.defaultZoom,
      })
      .where('company_id', '=', companyId)
      .execute();
    if (language !== old.language)
      await changeNameLanguage(db, companyId, { from: old.language, to: language });
    const now = await getCompany(db, companyId);
    await audit(db, {
      actor,
      action: 'COMPANY_UPDATED',
      entity: 'company',
      entityId: companyId,
      entityName: now.name,
      details: changesOf(old, now),
      requestId,
    });
    return now;
  });
}

function changesOf(old: Company, now: Company) {
  const keys = (Object.keys(now) as (keyof Company)[]).filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]),
  );
  const pick = (company: Company) => Object.fromEntries(keys.map((key) => [key, company[key]]));
  return { old: pick(old), new: pick(now) };
}
