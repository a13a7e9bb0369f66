import {
  addImport as addCall,
  appendImportUpload,
  applyComparison as applyCall,
  deleteImport as deleteCall,
  downloadSkippedRows,
  findCoordinateSystems,
  fixSkippedRows as fixCall,
  getImport,
  getImportUpload,
  limits,
  listDifferences as listDifferencesCall,
  listImports,
  listSkippedRows as listSkippedCall,
  locateImport,
  readImport,
  runImport,
  undoImport as undoCall,
} from '@pgis/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { toFileName } from '../../http/attachment.ts';
import { attachmentHeaders } from '../../http/attachmentHeaders.ts';
import { route } from '../../http/route.ts';
import { searchCoordinateSystems } from '../../importing/crs/searchCoordinateSystems.ts';
import { sweepRepairFolders } from '../../importing/GeometryRepair.ts';
import { applyJobKind } from './compare/applyJob.ts';
import { importCompared } from './compare/comparedObjects.ts';
import { compareJobKind } from './compare/compareJob.ts';
import { listDifferences } from './compare/listDifferences.ts';
import { startApply } from './compare/startApply.ts';
import { deleteImport, undoImport } from './endImport.ts';
import { objectsImported } from './importedObjects.ts';
import {
  deleteExpiredImports,
  deleteLeftComparisons,
  getOwnImport,
  listOwnImports,
  toImport,
} from './importRows.ts';
import { locateSample } from './locateSample.ts';
import { readAgain } from './readAgain.ts';
import { readJobKind } from './readJob.ts';
import { runJobKind } from './run/runJob.ts';
import { startImport } from './run/startImport.ts';
import { fixSkippedRows } from './skipped/fixSkippedRows.ts';
import { listSkippedRows } from './skipped/listSkippedRows.ts';
import { openSkipped } from './skipped/skippedFile.ts';
import { addImport } from './upload/addImport.ts';
import { appendUpload, getUpload } from './upload/receiveUpload.ts';

const EXPIRY_S = 3_600;

/** Imports of files in the browser (issue of the command `pgis import` for people without a shell). */
export function importRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { database, storage } = deps;
  const { db } = database;
  route(app, addCall, ({ actor, body, id: requestId }) => addImport(deps, { actor, body, requestId }));
  route(app, listImports, async ({ actor }) =>
    Promise.all((await listOwnImports(db, actor.userId)).map((row) => toImport(row, storage.uploads))),
  );
  route(app, getImport, async ({ actor, params }) =>
    toImport(await getOwnImport(db, actor, params.id), storage.uploads),
  );
  uploadRoutes(app, deps);
  route(app, readImport, ({ actor, params, body }) => readAgain(deps, { actor, id: params.id, body }));
  route(app, locateImport, ({ actor, params, query }) => locateSample(db, { actor, id: params.id, query }));
  route(app, runImport, ({ actor, params, body }) => startImport(deps, { actor, id: params.id, body }));
  route(app, listDifferencesCall, ({ actor, params, query }) =>
    listDifferences(db, { actor, id: params.id, query }),
  );
  route(app, applyCall, ({ actor, params, body }) => startApply(deps, { actor, id: params.id, body }));
  route(app, undoCall, ({ actor, params, id: requestId }) =>
    undoImport(deps, { actor, id: params.id, requestId }),
  );
  route(app, deleteCall, ({ actor, params, query: { stops = false }, id: requestId }) =>
    deleteImport(deps, { actor, id: params.id, requestId, stops }),
  );
  route(app, downloadSkippedRows, async ({ actor, params, query, language }, reply) => {
    const { name, bytes } = await openSkipped(deps, {
      ...{ actor, id: params.id, content: query.content },
      language: query.language ?? language,
    });
    reply.headers(attachmentHeaders(toFileName(name))).type('text/csv; charset=utf-8');
    return bytes;
  });
  route(app, listSkippedCall, ({ actor, params }) => listSkippedRows(deps, { actor, id: params.id }));
  route(app, fixCall, ({ actor, params, body }) => fixSkippedRows(deps, { actor, id: params.id, body }));
  route(app, findCoordinateSystems, ({ query }) => searchCoordinateSystems(query.q));

  deps.changeKinds.register(objectsImported, importCompared);
  deps.jobs.register(readJobKind(deps));
  deps.jobs.register(runJobKind(deps));
  deps.jobs.register(compareJobKind(deps));
  deps.jobs.register(applyJobKind(deps));
  deps.jobs.register({
    kind: 'expire-imports',
    period: { everyS: EXPIRY_S },
    run: () =>
      inTransaction(database, { statementMs: limits.statementMs.report }, async (transaction) => {
        await deleteExpiredImports(transaction);
        await deleteLeftComparisons(transaction);
      }),
  });
  deps.jobs.repeat({
    name: 'sweeping uploads',
    everyS: EXPIRY_S,
    run: () => storage.uploads.sweep(limits.import.fileDays * 86_400_000),
  });
  deps.jobs.repeat({
    name: 'sweeping engines of repairs',
    everyS: EXPIRY_S,
    firstAfterS: 90,
    run: sweepRepairFolders,
  });
}

/** The two requests of the tus protocol that move bytes; `addImport` stands for its creation. */
function uploadRoutes(app: FastifyInstance, deps: AppDeps): void {
  const setHeaders = (reply: FastifyReply, offset: number) =>
    reply.headers({
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'cache-control': 'no-store',
    });
  route(app, getImportUpload, async ({ actor, params }, reply) => {
    const state = await getUpload(deps, { actor, ...params });
    setHeaders(reply, state.received).header('upload-length', String(state.size));
    return state;
  });
  route(app, appendImportUpload, async ({ actor, params, headers, raw }, reply) => {
    const offset = Number(headers['upload-offset']);
    if (!Number.isSafeInteger(offset) || headers['upload-offset'] === '') throw new AppError('UPLOAD_OFFSET');
    const isBytes = headers['content-type'] === 'application/offset+octet-stream';
    if (!isBytes) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    setHeaders(reply, await appendUpload(deps, { actor, ...params, offset, raw }));
  });
}
