import { ApiError } from '../../../../api/index.ts';
import { createStore, type ReadonlyStore } from '../../../../store/Store.ts';
import { startUploads } from '../../../files/index.ts';
import { getSession } from '../../../session/index.ts';
import { storeOrRemember, type WaitingReport } from './outbox.ts';

/** Photos of one report. */
export interface PhotoProgress {
  /** `later`: some are tried again by themselves. `refused`: the server does not accept some of them. */
  readonly phase: 'sending' | 'done' | 'later' | 'refused';
  /** Fraction that has been sent, from 0 to 1. */
  readonly share: number;
}

const progress = createStore<ReadonlyMap<string, PhotoProgress>>(new Map());

/** Progress of the photos by the idempotency key of their report, while this page is open. */
export const photoProgress: ReadonlyStore<ReadonlyMap<string, PhotoProgress>> = progress;

/** The server does not accept it, however often it is sent. All else may pass, such as the page of a hotel's network. */
export const isRefusal = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError &&
  cause.status >= 400 &&
  cause.status < 500 &&
  ![408, 429].includes(cause.status);

/** An upload that sends nothing for as long has lost its connection without an error, and must not hold back the others. */
const STALLED_MS = 120_000;

/** Uploads one photo. Returns null or the cause of its failure. */
async function sendPhoto(id: number, file: File, onShare: (share: number) => void): Promise<unknown> {
  const upload = startUploads(id, [{ file, description: '' }], { asVisitor: true });
  let stalled = setTimeout(upload.cancelAll, STALLED_MS);
  const stop = upload.states.subscribe(() => {
    clearTimeout(stalled);
    stalled = setTimeout(upload.cancelAll, STALLED_MS);
    onShare(upload.states.get()[0]?.share ?? 0);
  });
  await upload.finished;
  stop();
  clearTimeout(stalled);
  const [state] = upload.states.get();
  if (state?.phase === 'done') return null;
  return state?.cause ?? new ApiError({ code: 'NO_CONNECTION', status: 0 });
}

interface PhotoResult {
  /** Photos that have not arrived. */
  readonly waiting: readonly File[];
  /** Cause of a failure after which they are tried again; null without one. */
  readonly delay: unknown;
  /** Cause for which the server does not accept one of them; null without one. */
  readonly refusal: ApiError | null;
}

/** Uploads the photos of a report one after the other. After each of them only the others are stored. */
export async function sendPhotos(report: WaitingReport, id: number): Promise<PhotoResult> {
  const { photos, idempotencyKey } = report;
  const show = (phase: PhotoProgress['phase'], share: number) =>
    progress.update((all) => new Map(all).set(idempotencyKey, { phase, share }));
  let delay: unknown = null;
  let refusal: ApiError | null = null;
  let waiting = photos;
  for (const [index, file] of photos.entries()) {
    // They are the photos of a visitor: a user who has signed in here is not their author.
    if (!getSession().isAnonymous) {
      show('later', 1);
      return { waiting, delay: null, refusal: null };
    }
    show('sending', index / photos.length);
    const cause = await sendPhoto(id, file, (share) => show('sending', (index + share) / photos.length));
    if (isRefusal(cause)) refusal ??= cause;
    else if (cause !== null) delay ??= cause;
    if (cause !== null) continue;
    waiting = waiting.filter((one) => one !== file);
    if (waiting.length > 0) await storeOrRemember({ ...report, id, photos: waiting });
  }
  if (delay !== null) show('later', 1);
  else show(refusal === null ? 'done' : 'refused', 1);
  return { waiting, delay, refusal };
}
