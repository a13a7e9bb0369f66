import type { BodyOf, exportGeomCsv, Language } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import { toCsv } from '../../http/toCsv.ts';
import { mayInCompany } from '../../plugins/rights.ts';
import { auditObject } from './auditObject.ts';
import { type CsvColumn, csvHeader } from './csvHeader.ts';
import type { ObjectRequest } from './deleteObject.ts';
import { getSeenObject, type SeenObject } from './findSeenObject.ts';
import { toGeom } from './toGeom.ts';

export interface ExportRequest extends ObjectRequest {
  readonly body: BodyOf<typeof exportGeomCsv>;
}

export interface ObjectCsv {
  readonly name: string;
  readonly csv: Buffer;
}

/** API-GEOM-12: one object as a CSV file. What it holds is what the actor may read of it, whatever he sent. */
export async function exportObject({ database }: AppDeps, request: ExportRequest): Promise<ObjectCsv> {
  const { actor, language, id, body, requestId } = request;
  // Like overlays: a level in any unit of one's company is enough, and what is in the file is public or one's own.
  if (!mayInCompany(actor, 'exportObject')) throw new AppError('FORBIDDEN');
  if (body.id !== undefined && body.id !== id) throw validationError({ path: '/id', code: 'NOT_ALLOWED' });
  return await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, id);
    const wkt = await readLonLatWkt(db, id);
    const { owner, row } = seen;
    await auditObject(db, { actor, requestId, action: 'OBJECT_EXPORTED', owner, id, name: row.name });
    return { name: body.name ?? row.name, csv: toObjectCsv(seen, { wkt, language }) };
  });
}

/** To a tenth of a millimetre; every vertex. */
async function readLonLatWkt(db: Kysely<Schema>, id: number): Promise<string> {
  const { wkt } = await db
    .selectFrom('geoms')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .select(sql<string>`ST_AsText(ST_Transform(geom, 4326), 9)`.as('wkt'))
    .executeTakeFirstOrThrow();
  return wkt;
}

function toObjectCsv(seen: SeenObject, { wkt, language }: { wkt: string; language: Language }): Buffer {
  const geom = toGeom(seen);
  const header = csvHeader(language);
  const columns: readonly (readonly [CsvColumn, string | number | null])[] = [
    ['id', geom.id],
    ['reference', geom.reference],
    ['name', geom.name],
    ['description', geom.description],
    ['layerGroup', geom.layerGroupName],
    ['layer', geom.layerName],
    ['public', geom.isPublic ? header.yes : header.no],
    ['comment', geom.latestComment?.content ?? null],
    ['status', geom.latestComment?.status ?? null],
    ['votes', geom.upvoteCount],
    ['added', geom.createdAt],
    ['changed', geom.updatedAt],
    // D-OBJ-07: only in the file of those who may see it.
    ...(geom.userEmail === undefined ? [] : ([['email', geom.userEmail]] as const)),
  ];
  const { data } = seen.row;
  // The layer's fields in their order, then what the object has kept from elsewhere.
  const keys = [...new Set([...seen.owner.fieldNames, ...Object.keys(data)])];
  const texts = [...columns.map(([name]) => header[name]), ...keys, header.wkt];
  const values = [
    ...columns.map(([, value]) => value),
    ...keys.map((key) => (Object.hasOwn(data, key) ? (data[key] ?? null) : null)),
    wkt,
  ];
  return toCsv([texts, values], language);
}
