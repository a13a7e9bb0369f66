import type { Readable } from 'node:stream';
import { type addReportExport, type BodyOf, limits, type ReportExport } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../http/AppError.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { addLooseBlobs } from '../../files/index.ts';
import type { ReportRequest } from '../readReport.ts';
import { getReportScope } from '../reportScope.ts';
import { mimeTypes, prepareExport } from './prepareExport.ts';
import {
  countUnfinished,
  type ExportRow,
  insertExport,
  listExports,
  lockUser,
  removeExports,
  toReportExport,
} from './repository.ts';

export interface ExportRequest extends ReportRequest {
  readonly requestId: string;
  readonly body: BodyOf<typeof addReportExport>;
}

/** Whatever would be refused is refused now, not when the file is written. */
export async function addExport(deps: AppDeps, request: ExportRequest): Promise<ReportExport> {
  const { actor, language, requestId, body } = request;
  const { classId, format, name, ...selection } = body;
  const { scope } = await prepareExport(deps, { actor, language, classId, format, selection });
  return await inTransaction(deps.database, {}, async (db) => {
    await lockUser(db, actor.userId);
    if ((await countUnfinished(db, actor.userId)) >= limits.exportsAtOnce)
      throw new AppError('TOO_MANY_EXPORTS', { count: limits.exportsAtOnce });
    const row = await insertExport(db, {
      user_id: actor.userId,
      session_id: actor.sessionId,
      language,
      class_id: classId,
      format,
      file_name: `${name?.trim() || scope.layer.name}_objects.${format}`,
      selection: JSON.stringify(selection),
      request_id: requestId,
      days: limits.exportDays,
    });
    return toReportExport(row);
  });
}

export const listOwnExports = async (
  { database: { db } }: AppDeps,
  { userId }: UserActor,
): Promise<ReportExport[]> => (await listExports(db, userId)).map(toReportExport);

async function getOwnRow(
  { database: { db } }: AppDeps,
  { userId }: UserActor,
  id: number,
): Promise<ExportRow> {
  const [row] = await listExports(db, userId, id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

export const getOwnExport = async (deps: AppDeps, actor: UserActor, id: number): Promise<ReportExport> =>
  toReportExport(await getOwnRow(deps, actor, id));

export interface ExportFile {
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly bytes: Readable;
}

/** The rights are those of now: who may not read the report any more is refused as there. */
export async function openExport(deps: AppDeps, actor: UserActor, id: number): Promise<ExportFile> {
  const row = await getOwnRow(deps, actor, id);
  const { blob_key: key, file_name: name, format, size } = row;
  await getReportScope(deps.database.db, actor, row.class_id);
  const bytes = key === null ? undefined : await deps.storage.blobs.find(key);
  if (bytes === undefined) throw new AppError('NOT_FOUND');
  return { name, mime: mimeTypes[format], size: size ?? 0, bytes };
}

/** Their files become loose, and the sweep takes them. */
async function remove(deps: AppDeps, one?: { userId: number; id: number }): Promise<number> {
  return await inTransaction(deps.database, {}, async (db) => {
    const gone = await removeExports(db, one);
    const keys = gone.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
    if (keys.length > 0) await addLooseBlobs(db, keys);
    return gone.length;
  });
}

export async function deleteOwnExport(deps: AppDeps, { userId }: UserActor, id: number): Promise<void> {
  if ((await remove(deps, { userId, id })) === 0) throw new AppError('NOT_FOUND');
}

export const removeExpired = async (deps: AppDeps): Promise<void> => void (await remove(deps));
