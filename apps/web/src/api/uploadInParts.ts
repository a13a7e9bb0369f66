import { Upload } from 'tus-js-client';
import { readStored } from '../storage/index.ts';
import { getApiLanguage } from './language.ts';

/** Bytes of one request: a minute on a slow line, so that little is sent twice after a break. */
const PART_BYTES = 8_000_000;
/** Pauses before a broken upload goes on. */
const RETRY_PAUSES_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000];

export interface PartsToUpload {
  readonly file: File;
  /** Address of the file, which the server has announced. */
  readonly url: string;
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
  /** Makes a call of the same server, so that an expired session is renewed before the upload goes on. */
  readonly renewSession: () => Promise<unknown>;
}

/**
 * Uploads a file in parts (tus). The client asks how much has arrived and goes on from there, after a break of the
 * connection and when the same file is selected again.
 */
export function uploadInParts({ file, url, onProgress, signal, renewSession }: PartsToUpload): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_PAUSES_MS,
      // The list of imports knows unfinished uploads; nothing more is stored in the browser (STOR-01).
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        const token = readStored('currentUser')?.token;
        if (token) request.setHeader('Authorization', `Bearer ${token}`);
        request.setHeader('Accept-Language', getApiLanguage());
      },
      async onAfterResponse(_, response) {
        if (response.getStatus() === 401) await renewSession();
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status === 0 || status === 401 || status === 409 || status >= 500;
      },
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(),
      onError: reject,
    });
    const abort = () => {
      void upload.abort();
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    upload.start();
  });
}
