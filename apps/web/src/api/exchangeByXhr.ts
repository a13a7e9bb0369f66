import { ApiError } from './ApiError.ts';
import type { Answer, Exchange } from './exchange.ts';

/** Sent and total bytes of the body. */
export type OnProgress = (sent: number, total: number) => void;

function toHeaders(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Headers(pairs.filter(([name]) => name !== ''));
}

function readJson(request: XMLHttpRequest): unknown {
  try {
    return request.responseText === '' ? undefined : JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
}

/** Like `exchangeByFetch`, with upload progress: fetch does not report how much it has sent. */
export const exchangeByXhr =
  (onProgress: OnProgress): Exchange =>
  ({ method, url, headers, body, signal }) =>
    new Promise<Answer>((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      const settle = (done: () => void) => {
        signal?.removeEventListener('abort', abort);
        done();
      };
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () =>
        settle(() =>
          resolve({
            status: request.status,
            headers: toHeaders(request),
            body: readJson(request),
            sentToken: null,
          }),
        );
      request.onerror = () => settle(() => reject(new ApiError({ code: 'NO_CONNECTION', status: 0 })));
      request.onabort = () => settle(() => reject(signal?.reason));
      signal?.addEventListener('abort', abort);
      request.send(body as XMLHttpRequestBodyInit);
    });
