import { ApiError } from '../../../../api/index.ts';
import { createStore, type ReadonlyStore } from '../../../../store/Store.ts';
import { startUploads } from '../../../files/index.ts';
import { storePhotos, type WaitingReport } from './outbox.ts';

/** Photos of one report. */
export interface PhotoProgress {
  /** `later`: some are tried again by themselves. `refused`: the server takes some of them at no time. */
  readonly phase: 'sending' | 'done' | 'later' | 'refused';
  /** Fraction that has been sent, from 0 to 1. */
  readonly share: number;
}

const progress = createStore<ReadonlyMap<string, PhotoProgress>>(new Map());

/** Progress of the photos by the idempotency key of their report, while this page is open. */
export const photoProgress: ReadonlyStore<ReadonlyMap<string, PhotoProgress>> = progress;

/** The server may take it later: no answer, too many requests, or a server that is being restarted. */
export const mayPass = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);

interface PhotoResult {
  /** Causes of photos that are tried again. */
  readonly delays: readonly unknown[];
  /** Causes of photos that the server refuses. */
  readonly refusals: readonly unknown[];
}

/** Uploads the photos of a report one after the other. After each of them only the others are stored. */
export async function sendPhotos(report: WaitingReport, id: number): Promise<PhotoResult> {
  const { photos, idempotencyKey } = report;
  const show = (phase: PhotoProgress['phase'], share: number) =>
    progress.update((all) => new Map(all).set(idempotencyKey, { phase, share }));
  const delays: unknown[] = [];
  const refusals: unknown[] = [];
  let waiting = photos;
  for (const [index, file] of photos.entries()) {
    show('sending', index / photos.length);
    const upload = startUploads(id, [{ file, description: '' }]);
    const stop = upload.states.subscribe(() =>
      show('sending', (index + (upload.states.get()[0]?.share ?? 0)) / photos.length),
    );
    await upload.finished;
    stop();
    const [state] = upload.states.get();
    if (state?.phase === 'failed' && mayPass(state.cause)) {
      delays.push(state.cause);
      continue;
    }
    if (state?.phase === 'failed') refusals.push(state.cause);
    waiting = waiting.filter((one) => one !== file);
    if (waiting.length > 0) await storePhotos({ ...report, id, photos: waiting });
  }
  if (refusals.length > 0) show('refused', 1);
  else show(delays.length > 0 ? 'later' : 'done', 1);
  return { delays, refusals };
}
