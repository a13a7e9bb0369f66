import type { BodyOf, exportGeomCsv, Language } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { hasCompanyPermission } from '../../access/permissions.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { toCsv } from '../../http/toCsv.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { type CsvColumn, csvHeader } from '../../objects/csvHeader.ts';
import { getVisibleObject, type VisibleObject } from '../../objects/getVisibleObject.ts';
import { toGeom } from '../../objects/toGeom.ts';
import type { ObjectRequest } from './deleteObject.ts';

export interface ExportRequest extends ObjectRequest {
  readonly body: BodyOf<typeof exportGeomCsv>;
}

export interface ObjectCsv {
  readonly name: string;
  readonly csv: Buffer;
}

/** API-GEOM-12: one object as a CSV file with what the actor may read of it, whatever the request holds. */
export async function exportObject({ database }: AppDeps, request: ExportRequest): Promise<ObjectCsv> {
  const { actor, language, id, body, requestId } = request;
  // A level in any unit of the company is enough, as for overlays: the file holds what the actor sees anyway.
  if (!hasCompanyPermission(actor, 'exportObject')) throw new AppError('FORBIDDEN');
  if (body.id !== undefined && body.id !== id) throw validationError({ path: '/id', code: 'NOT_ALLOWED' });
  return await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, id);
    const { owner, row } = object;
    const wkt = await toLonLatWkt(db, row.wkt);
    await auditObject(db, { actor, requestId, action: 'OBJECT_EXPORTED', owner, id, name: row.name });
    return { name: body.name ?? row.name, csv: toObjectCsv(object, { wkt, language }) };
  });
}

/** WKT in degrees with every vertex, to a tenth of a millimetre. */
async function toLonLatWkt(db: Kysely<Schema>, wkt: string): Promise<string> {
  const { rows } = await sql<{ wkt: string }>`
    SELECT ST_AsText(ST_Transform(ST_GeomFromText(${wkt}, 3857), 4326), 9) AS wkt`.execute(db);
  return rows[0]?.wkt ?? '';
}

function toObjectCsv(object: VisibleObject, { wkt, language }: { wkt: string; language: Language }): Buffer {
  const geom = toGeom(object);
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
    // D-OBJ-07: left out for actors who may not see it.
    ...(geom.userEmail === undefined ? [] : ([['email', geom.userEmail]] as const)),
  ];
  const { data } = object.row;
  // The layer's fields in their order, then other keys of the object.
  const keys = [...new Set([...object.owner.fieldNames, ...Object.keys(data)])];
  const texts = [...columns.map(([name]) => header[name]), ...keys, header.wkt];
  const values = [
    ...columns.map(([, value]) => value),
    ...keys.map((key) => (Object.hasOwn(data, key) ? (data[key] ?? null) : null)),
    wkt,
  ];
  return toCsv([texts, values], language);
}
