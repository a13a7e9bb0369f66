import type { ImportId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inspectInProcess } from '../../importing/worker/runReader.ts';
import type { JobContext, JobKind } from '../../jobs/JobKind.ts';
import { readStartView } from '../../query/readStartView.ts';
import { failImport, failImportNow } from './concludeImport.ts';
import { changeImport, findImport, type ImportPayload } from './importRows.ts';
import { toSourceOptions } from './locateFile.ts';
import { readAuthor, toImportError } from './run/jobParts.ts';
import { withFiles } from './withFiles.ts';

export const READ_JOB = 'import-read';
/** Interval between two writes of the progress. */
const PROGRESS_MS = 500;

type Deps = Pick<AppDeps, 'clock' | 'database' | 'storage'>;

/** The job that finds the facts about uploaded files; nothing of them is saved as objects. */
export const readJobKind = (deps: Deps): JobKind<ImportPayload> => ({
  kind: READ_JOB,
  isFinal: () => true,
  async run({ payload: { importId } }, context) {
    try {
      await inspect(deps, importId, context);
    } catch (error) {
      const code = toImportError(error);
      if (code === undefined) throw error;
      await failImportNow(deps, { id: importId, state: 'reading' }, code);
    }
  },
  async onRelease(db, { payload: { importId } }, state) {
    if (state === 'failed')
      await failImport(db, deps.clock, { id: importId, state: 'reading' }, 'UNEXPECTED');
  },
});

async function inspect(deps: Deps, id: ImportId, { signal, extendLease }: JobContext): Promise<void> {
  const { database, storage } = deps;
  const row = await findImport(database.db, id);
  if (row?.state !== 'reading') return;
  const view = await readStartView(database.db, row.company_id);
  let writtenAt = 0;
  const { actor } = await readAuthor(database.db, { deps, row });
  const { inspection, shapes, fileCrs } = await withFiles(storage.blobs, row, async (files) =>
    inspectInProcess(
      { files, options: await toSourceOptions(database, row, { files, actor, run: { signal } }), view },
      {
        signal,
        onProgress(count) {
          if (Date.now() - writtenAt < PROGRESS_MS) return;
          writtenAt = Date.now();
          void changeImport(database.db, { id, state: 'reading' }, { rows_done: count }).catch(() => {});
        },
      },
    ),
  );
  await extendLease();
  await changeImport(
    database.db,
    { id, state: 'reading' },
    {
      state: 'ready',
      inspection: JSON.stringify(inspection).replaceAll('\\u0000', ''),
      sample: JSON.stringify({ shapes, fileCrs: fileCrs ?? null }).replaceAll('\\u0000', ''),
      rows_done: null,
      rows_total: inspection.featureCount,
      error: null,
    },
  );
}
