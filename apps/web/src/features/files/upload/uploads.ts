import { addGeomFiles } from '@pgis/contract';
import { type UploadOptions, uploadForm } from '../../../api/uploadForm.ts';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import type { PendingFile } from './pendingFiles.ts';

export interface Upload {
  readonly pending: PendingFile;
  readonly phase: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Fraction that has been sent, from 0 to 1. */
  readonly share: number;
  /** Error of a failed upload. */
  readonly cause?: unknown;
}

/** Uploads of files to one object, one after the other. */
export interface Uploads {
  readonly geometryId: number;
  readonly states: ReadonlyStore<readonly Upload[]>;
  readonly cancel: (index: number) => void;
  readonly cancelAll: () => void;
  /** Resolves when no upload is under way; true if all have succeeded. */
  readonly finished: Promise<boolean>;
}

function toForm(geometryId: number, { file, description }: PendingFile): FormData {
  const form = new FormData();
  form.append('geometryId', String(geometryId));
  form.append('file', file, file.name);
  form.append('file_description', description);
  return form;
}

const isOver = ({ phase }: Upload) => phase !== 'waiting' && phase !== 'sending';

export function startUploads(
  geometryId: number,
  files: readonly PendingFile[],
  { asVisitor = false }: Pick<UploadOptions, 'asVisitor'> = {},
): Uploads {
  const states = createStore<readonly Upload[]>(
    files.map((pending) => ({ pending, phase: 'waiting', share: 0 })),
  );
  const stops = files.map(() => new AbortController());
  const change = (index: number, changes: Partial<Upload>) =>
    states.update((all) => all.map((one, i) => (i === index ? { ...one, ...changes } : one)));

  const send = async (pending: PendingFile, index: number) => {
    const signal = stops[index]?.signal ?? AbortSignal.abort();
    if (signal.aborted) return;
    change(index, { phase: 'sending' });
    try {
      await uploadForm(addGeomFiles, {
        form: toForm(geometryId, pending),
        signal,
        onProgress: (sent, total) => change(index, { share: total > 0 ? sent / total : 0 }),
        asVisitor,
      });
      change(index, { phase: 'done', share: 1 });
    } catch (cause) {
      if (!signal.aborted) change(index, { phase: 'failed', cause });
    }
  };
  const sendAll = async () => {
    for (const [index, pending] of files.entries()) await send(pending, index);
    return states.get().every(({ phase }) => phase === 'done');
  };
  const cancel = (index: number) => {
    const state = states.get()[index];
    if (state === undefined || isOver(state)) return;
    change(index, { phase: 'cancelled' });
    stops[index]?.abort();
  };
  return {
    geometryId,
    states,
    cancel,
    cancelAll: () => files.forEach((_, index) => void cancel(index)),
    finished: sendAll(),
  };
}

/** Lists the files that can be sent again. */
export const listFailed = (uploads: Uploads): readonly PendingFile[] =>
  uploads.states.get().flatMap(({ phase, pending }) => (phase === 'failed' ? [pending] : []));
