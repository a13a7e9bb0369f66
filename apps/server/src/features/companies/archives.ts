import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CompanyId, type CompanyZip, type Language, limits } from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { lockCompany } from '../../db/lockCompany.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { deletedUser } from '../../db/sql/userName.ts';
import { AppError } from '../../errors/AppError.ts';
import { cleanFileName } from '../../storage/fileNames.ts';
import { addPendingBlobs, attachBlobs, removePendingBlobs } from '../../storage/pendingBlobs.ts';
import { checkArchive } from './checkArchive.ts';
import { requireOwnCompany } from './company.ts';
import { receiveOneFile } from './receiveOneFile.ts';

type Db = Kysely<Schema>;

const rowsOf = (db: Db, companyId: CompanyId) =>
  db
    .selectFrom('company_zips as z')
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'z.company_id').onRef('u.id', '=', 'z.added_by'),
    )
    .select(['z.id', 'z.name', 'z.size', 'z.entries', 'z.blob_key', 'z.added_at'])
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.deleted_at'])
    .where('z.company_id', '=', companyId);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const toZip = (row: Row, language: Language): CompanyZip => ({
  id: row.id,
  name: row.name,
  size: row.size,
  entries: row.entries,
  addedAt: row.added_at.toISOString(),
  addedBy:
    row.deleted_at === null
      ? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || (row.email ?? '')
      : deletedUser[language],
});

export async function listArchives(
  { database }: AppDeps,
  { actor, language }: { readonly actor: UserActor; readonly language: Language },
  companyId: CompanyId,
): Promise<CompanyZip[]> {
  requireOwnCompany(actor, companyId);
  requireCompanyPermission(actor, 'manageCompany');
  const rows = await rowsOf(database.db, companyId).orderBy('z.id', 'desc').execute();
  return rows.map((row) => toZip(row, language));
}

async function getRow(db: Db, { companyId }: UserActor, name: string): Promise<Row> {
  const row = await rowsOf(db, companyId).where('z.name', '=', name).executeTakeFirst();
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Opens the archive as it was uploaded. */
export async function openArchive(
  { database, storage }: AppDeps,
  actor: UserActor,
  name: string,
): Promise<{ readonly name: string; readonly size: number; readonly bytes: Readable }> {
  requireCompanyPermission(actor, 'manageCompany');
  const row = await getRow(database.db, actor, name);
  const bytes = await storage.blobs.find(row.blob_key);
  if (bytes === undefined) throw new Error(`the blob of archive ${row.id} is missing`);
  return { name: row.name, size: row.size, bytes };
}

/** The blob is deleted an hour later: a running backup may still need it. */
export async function deleteArchive(
  { database }: AppDeps,
  actor: UserActor,
  { name, requestId }: { readonly name: string; readonly requestId: string },
): Promise<void> {
  requireCompanyPermission(actor, 'manageCompany');
  await inTransaction(database, {}, async (db) => {
    const row = await getRow(db, actor, name);
    const { numDeletedRows } = await db
      .deleteFrom('company_zips')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', row.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
    await addPendingBlobs(db, [row.blob_key]);
    await auditArchive(db, actor, { action: 'FILE_DELETED', name, requestId });
  });
}

const auditArchive = (
  db: Db,
  actor: UserActor,
  event: {
    readonly action: 'FILE_ADDED' | 'FILE_DELETED';
    readonly name: string;
    readonly requestId: string;
  },
) =>
  audit(db, {
    actor,
    action: event.action,
    entity: 'company',
    entityId: actor.companyId,
    details: { archive: event.name },
    requestId: event.requestId,
  });

interface NewArchive {
  readonly name: string;
  readonly size: number;
  readonly entries: number;
  readonly blobKey: string;
  readonly requestId: string;
}

/** Stores a zip unchanged once it has been read to its end and found harmless (D-FILE-04). */
export async function importArchive(
  deps: AppDeps,
  actor: UserActor,
  { raw, requestId }: { readonly raw: IncomingMessage; readonly requestId: string },
): Promise<CompanyZip> {
  requireCompanyPermission(actor, 'manageCompany');
  const { storage, database } = deps;
  await using tempStore = await storage.tempStore.open();
  const path = tempStore.newPath();
  const name = await receiveOneFile(raw, {
    maxBytes: limits.attachmentBytes,
    take: async (stream, givenName) => {
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      return cleanFileName(givenName);
    },
  });
  const archive = {
    name,
    requestId,
    size: (await stat(path)).size,
    entries: await checkArchive(path),
    blobKey: randomBytes(16).toString('hex'),
  };
  await addPendingBlobs(database.db, [archive.blobKey]);
  try {
    await storage.blobs.put(archive.blobKey, path);
    return await inTransaction(database, {}, (db) => insertArchive(db, actor, archive));
  } catch (error) {
    // A refusal proves that nothing was committed; after any other error the blobs are left to the sweep.
    if (error instanceof AppError) {
      await storage.blobs.remove([archive.blobKey]);
      await removePendingBlobs(database.db, [archive.blobKey]);
    }
    throw error;
  }
}

async function insertArchive(
  db: Transaction<Schema>,
  actor: UserActor,
  archive: NewArchive,
): Promise<CompanyZip> {
  const { companyId } = actor;
  const { name, size, entries, blobKey, requestId } = archive;
  await lockCompany(db, companyId);
  const known = await rowsOf(db, companyId).execute();
  if (known.some((row) => row.name === name)) throw new AppError('ARCHIVE_EXISTS', { values: { name } });
  if (known.length >= limits.archive.count)
    throw new AppError('TOO_MANY_ARCHIVES', { count: known.length, values: { limit: known.length } });
  if ((await attachBlobs(db, [blobKey])) !== 1) throw new Error('the blob was swept meanwhile');
  await db
    .insertInto('company_zips')
    .values({
      company_id: companyId,
      id: newId(companyId, 'file_seq'),
      blob_key: blobKey,
      name,
      size,
      entries,
      added_by: actor.userId,
    })
    .execute();
  await auditArchive(db, actor, { action: 'FILE_ADDED', name, requestId });
  return toZip(await getRow(db, actor, name), actor.language);
}
