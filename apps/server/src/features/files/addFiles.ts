import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GeomFile } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { addPendingBlobs, attachBlobs, removePendingBlobs } from '../../storage/pendingBlobs.ts';
import { type AttachTarget, getAttachTarget } from './attachTarget.ts';
import { auditFile } from './auditFile.ts';
import { type FileRow, insertFile, type NewFile } from './fileRows.ts';
import { inspectFile } from './inspectFile.ts';
import { type ReceivedFile, receiveForm } from './receiveForm.ts';
import { makeAddresses, mayDelete, toGeomFile } from './toGeomFile.ts';
import { VisitorUpload } from './visitorUploads.ts';

export interface UploadRequest extends Reader {
  readonly requestId: string;
  /** Multipart form that is still arriving. */
  readonly raw: IncomingMessage;
}

/**
 * Attaches the files of a form to an object (API-FILE-02): all of them or none. They are written to disk,
 * inspected, stored as blobs, and only then get rows. Until these are committed the blobs are registered as
 * pending, so that a failure in between leaves nothing for good.
 */
export async function addFiles(deps: AppDeps, request: UploadRequest): Promise<GeomFile[]> {
  const { db } = deps.database;
  const { clock, storage } = deps;
  const { actor } = request;
  // A visitor who has added nothing has nothing to attach to, so not a byte of the body is read.
  if (actor.kind === 'anonymous' && actor.visitorId === undefined && (actor.reportIds ?? []).length === 0)
    throw new AppError('NOT_SIGNED_IN');
  await using tempStore = await storage.tempStore.open();
  using visitor = await VisitorUpload.begin(db, clock, actor.address);
  let target: AttachTarget | undefined;
  const form = await receiveForm(request.raw, {
    tempStore,
    onGeometryId: async (id) => {
      target = await getAttachTarget(db, clock, { reader: request, geometryId: id });
    },
    onBytes: (count) => {
      // A signed-in user may still turn out to be a visitor of another company.
      if (target?.isVisitors ?? actor.kind === 'anonymous') visitor.onBytes(count);
    },
  });
  if (target === undefined) throw new Error('a form without its object has been let through');
  const files = await toNewFiles(form.files, { target, request });
  const rows = await storeFiles(deps, request, { files, visitor: target.isVisitors ? visitor : undefined });
  const addresses = await makeAddresses(db, deps, {
    geometryId: form.geometryId,
    seesFiles: !target.isVisitors,
  });
  const { owner } = target;
  return await Promise.all(
    rows.map((row) => toGeomFile(row, { addresses, canDelete: mayDelete(actor, owner, row) })),
  );
}

interface UploadedFile extends NewFile {
  readonly path: string;
}

async function toNewFiles(
  received: readonly ReceivedFile[],
  { target, request: { actor } }: { readonly target: AttachTarget; readonly request: UploadRequest },
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  for (const { path, name, description, size } of received) {
    const kind = await inspectFile(path);
    files.push({
      path,
      geometryId: target.geometryId,
      blobKey: randomBytes(16).toString('hex'),
      name,
      description,
      size,
      ...kind,
      isHidden: target.isHidden && kind.isImage,
      addedBy: actor.kind === 'user' ? actor.userId : null,
    });
  }
  return files;
}

async function storeFiles(
  deps: AppDeps,
  request: UploadRequest,
  {
    files,
    visitor,
  }: { readonly files: readonly UploadedFile[]; readonly visitor: VisitorUpload | undefined },
): Promise<FileRow[]> {
  const { db } = deps.database;
  const { blobs } = deps.storage;
  const keys = files.map(({ blobKey }) => blobKey);
  await addPendingBlobs(db, keys);
  try {
    for (const { blobKey, path } of files) await blobs.put(blobKey, path);
    return await inTransaction(deps.database, {}, (db) =>
      insertFileRows(db, deps, { request, files, keys, visitor }),
    );
  } catch (error) {
    // A refusal proves that nothing was committed; after any other error the blobs are left to the sweep.
    if (error instanceof AppError) {
      await blobs.remove(keys);
      await removePendingBlobs(db, keys);
    }
    throw error;
  }
}

interface StoredFiles {
  readonly request: UploadRequest;
  readonly files: readonly UploadedFile[];
  readonly keys: readonly string[];
  readonly visitor: VisitorUpload | undefined;
}

async function insertFileRows(
  db: Transaction<Schema>,
  { clock }: AppDeps,
  { request, files, keys, visitor }: StoredFiles,
): Promise<FileRow[]> {
  const { actor, requestId } = request;
  // The rights or the object may have gone since the upload began.
  const { owner } = await getAttachTarget(db, clock, {
    reader: request,
    geometryId: files[0]?.geometryId ?? 0,
  });
  await visitor?.count(db, clock);
  if ((await attachBlobs(db, keys)) !== keys.length) throw new Error('the blobs were swept meanwhile');
  const rows: FileRow[] = [];
  for (const { path: _, ...file } of files) {
    const row = await insertFile(db, file);
    await auditFile(db, { actor, requestId, action: 'FILE_ADDED', owner, file: row });
    rows.push(row);
  }
  return rows;
}
