import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GeomFile } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Reader } from '../classifiers/index.ts';
import { type AttachTarget, getAttachTarget } from './attachTarget.ts';
import { auditFile } from './auditFile.ts';
import { inspectFile } from './inspectFile.ts';
import { type ReceivedFile, receiveForm } from './receiveForm.ts';
import {
  addLooseBlobs,
  type FileRow,
  forgetLooseBlobs,
  insertFile,
  type NewFile,
  tieLooseBlobs,
} from './repository.ts';
import { makeAddresses, mayDelete, toGeomFile } from './toGeomFile.ts';
import { VisitorUpload } from './visitorUploads.ts';

export interface UploadRequest extends Reader {
  readonly requestId: string;
  /** The form, still coming in. */
  readonly raw: IncomingMessage;
}

/**
 * Attaches the files of a form to an object (API-FILE-02): all of them or none. They come onto the disk, are looked at,
 * become blobs, and only then rows; until these are committed the blobs stand in `loose_blobs`, so that whatever
 * happens in between leaves nothing for good.
 */
export async function addFiles(deps: AppDeps, request: UploadRequest): Promise<GeomFile[]> {
  const { db } = deps.database;
  const { clock, storage } = deps;
  const { actor } = request;
  // Who has added nothing yet has nothing to attach to: not a byte of his is read.
  if (actor.kind === 'anonymous' && actor.visitorId === undefined) throw new AppError('NOT_SIGNED_IN');
  await using spool = await storage.spool.open();
  using visitor = await VisitorUpload.begin(db, clock, actor.address);
  let target: AttachTarget | undefined;
  const form = await receiveForm(request.raw, {
    spool,
    onGeometryId: async (id) => {
      target = await getAttachTarget(db, clock, request, id);
    },
    onBytes: (count) => {
      // Somebody who is signed in may still turn out to be a visitor of another company.
      if (target?.isVisitors ?? actor.kind === 'anonymous') visitor.onBytes(count);
    },
  });
  if (target === undefined) throw new Error('a form without its object has been let through');
  const files = await toNewFiles(form.files, { target, request });
  const rows = await keep(deps, request, files, target.isVisitors ? visitor : undefined);
  const addresses = await makeAddresses(db, deps, form.geometryId);
  const { owner } = target;
  return await Promise.all(
    rows.map((row) => toGeomFile(row, { addresses, canDelete: mayDelete(actor, owner, row) })),
  );
}

interface SpooledFile extends NewFile {
  readonly path: string;
}

async function toNewFiles(
  received: readonly ReceivedFile[],
  { target, request: { actor } }: { readonly target: AttachTarget; readonly request: UploadRequest },
): Promise<SpooledFile[]> {
  const files: SpooledFile[] = [];
  for (const { path, name, description, size } of received)
    files.push({
      path,
      geometryId: target.geometryId,
      blobKey: randomBytes(16).toString('hex'),
      name,
      description,
      size,
      ...(await inspectFile(path)),
      addedBy: actor.kind === 'user' ? actor.userId : null,
    });
  return files;
}

async function keep(
  deps: AppDeps,
  request: UploadRequest,
  files: readonly SpooledFile[],
  visitor: VisitorUpload | undefined,
): Promise<FileRow[]> {
  const { db } = deps.database;
  const { blobs } = deps.storage;
  const keys = files.map(({ blobKey }) => blobKey);
  await addLooseBlobs(db, keys);
  try {
    for (const { blobKey, path } of files) await blobs.put(blobKey, path);
    return await inTransaction(deps.database, {}, (db) =>
      keepRows(db, deps, { request, files, keys, visitor }),
    );
  } catch (error) {
    // Only a refusal says for sure that nothing was committed; anything else is left to the sweep.
    if (error instanceof AppError) {
      await blobs.remove(keys);
      await forgetLooseBlobs(db, keys);
    }
    throw error;
  }
}

interface Kept {
  readonly request: UploadRequest;
  readonly files: readonly SpooledFile[];
  readonly keys: readonly string[];
  readonly visitor: VisitorUpload | undefined;
}

async function keepRows(
  db: Transaction<Schema>,
  { clock }: AppDeps,
  { request, files, keys, visitor }: Kept,
): Promise<FileRow[]> {
  const { actor, requestId } = request;
  // Rights and the object may be gone since the upload began.
  const { owner } = await getAttachTarget(db, clock, request, files[0]?.geometryId ?? 0);
  await visitor?.count(db, clock);
  if ((await tieLooseBlobs(db, keys)) !== keys.length) throw new Error('the blobs were swept meanwhile');
  const rows: FileRow[] = [];
  for (const { path: _, ...file } of files) {
    const row = await insertFile(db, file);
    await auditFile(db, { actor, requestId, action: 'FILE_ADDED', owner, file: row });
    rows.push(row);
  }
  return rows;
}
