import { createHash } from 'node:crypto';
import type { CompanyId, LayerId, UnitId, UserId } from '@pgis/contract';
import { sql } from 'kysely';

/** Input of a seal; decision 0020 says why columns that can name a person are hashed apart. */
export interface SealableRow {
  readonly companyId: CompanyId;
  readonly id: number;
  /** Microseconds since 1970 as text, because a number cannot hold them exactly forever. */
  readonly atUs: string;
  readonly userId: UserId | null;
  readonly action: string;
  readonly entity: string;
  readonly entityId: number | null;
  readonly unitId: UnitId | null;
  readonly layerId: LayerId | null;
  readonly result: string;
  readonly requestId: string;
  readonly userName: string;
  readonly ip: string;
  readonly entityName: string;
  /** Hash of the text of `details`: a shape of 20 000 vertices does not leave the database to be sealed. */
  readonly detailsHash: Buffer;
}

/** SQL of `detailsHash`; jsonb has one text for one value, on every version and engine. */
export const detailsHash = sql<Buffer>`sha256(convert_to(details::text, 'UTF8'))`;

/** Columns of `audit_log` that make a `SealableRow`. */
export const sealableColumns = [
  'company_id as companyId',
  'id',
  sql<string>`(extract(epoch FROM at) * 1000000)::bigint::text`.as('atUs'),
  'user_id as userId',
  'action',
  'entity',
  'entity_id as entityId',
  'unit_id as unitId',
  'layer_id as layerId',
  'result',
  'request_id as requestId',
  'user_name as userName',
  'ip',
  'entity_name as entityName',
  detailsHash.as('detailsHash'),
] as const;

/**
 * Digest of the columns that can name a person. Without the salt nobody can test a guess against it once the
 * row has been erased.
 */
export const digestOf = (
  salt: Buffer,
  { userName, ip, entityName, detailsHash: hash }: ErasableColumns,
): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([userName, ip, entityName, hash.toString('hex')]))
    .digest();

export type ErasableColumns = Pick<SealableRow, 'userName' | 'ip' | 'entityName' | 'detailsHash'>;

/** One link of the chain: the permanent columns of the row, its number, its digest, and the previous link. */
export const sealOf = (
  before: Buffer,
  { sealNo, digest, row }: { readonly sealNo: number; readonly digest: Buffer; readonly row: SealableRow },
): Buffer =>
  createHash('sha256')
    .update(before)
    .update(digest)
    .update(
      JSON.stringify([
        sealNo,
        row.companyId,
        row.id,
        row.atUs,
        row.userId,
        row.action,
        row.entity,
        row.entityId,
        row.unitId,
        row.layerId,
        row.result,
        row.requestId,
      ]),
    )
    .digest();
