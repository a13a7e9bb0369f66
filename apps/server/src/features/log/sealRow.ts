import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** What a seal is computed from; the decision on the sealed log says why it is in two parts. */
export interface SealableRow {
  readonly companyId: number;
  readonly id: number;
  /** Microseconds since 1970, as text: more than a number holds exactly for ever. */
  readonly atUs: string;
  readonly userId: number | null;
  readonly action: string;
  readonly entity: string;
  readonly entityId: number | null;
  readonly unitId: number | null;
  readonly layerId: number | null;
  readonly result: string;
  readonly requestId: string;
  readonly userName: string;
  readonly ip: string;
  readonly entityName: string;
  /** Of the text of `details`: a shape of 20 000 vertices does not leave the database to be sealed. */
  readonly detailsHash: Buffer;
}

/** SQL of `detailsHash`; jsonb has one text for one value, on every version and engine. */
export const detailsHash = sql<Buffer>`sha256(convert_to(details::text, 'UTF8'))`;

/** The columns of a `SealableRow`, from `audit_log`. */
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

/** Of what can name a person. Without the salt nobody can test a guess against it, once the row has been erased. */
export const digestOf = (salt: Buffer, { userName, ip, entityName, detailsHash: hash }: ErasedPart): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([userName, ip, entityName, hash.toString('hex')]))
    .digest();

export type ErasedPart = Pick<SealableRow, 'userName' | 'ip' | 'entityName' | 'detailsHash'>;

/** One link: what stands in the row for ever, its place, its digest, and the link before. */
export const sealOf = (before: Buffer, sealNo: number, digest: Buffer, row: SealableRow): Buffer =>
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
