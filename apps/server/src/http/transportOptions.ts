import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorStatus, limits } from '@pgis/contract';
import type { FastifyHttpOptions } from 'fastify';

const HEADER_BYTES = 16_384;
/** Time in which the client of a broken request can read the answer before its socket is destroyed. */
const LINGER_MS = 1_000;

function isReadable(url: string | undefined): boolean {
  try {
    decodeURI((url ?? '').split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * Answers a request that is not even HTTP, and so never reaches a route, in the form of all errors
 * (D-ERR-01). The socket is destroyed afterwards, because a client that never closes its half would keep it
 * for ever. It lingers for a moment: destroying it while bytes of the client are unread resets the connection,
 * and the client would not receive the answer.
 *
 * A socket on which nothing was sent gets no answer: browsers open sockets ahead of need, and would take an
 * answer that lies there as the one to the first request they send.
 */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  const wasNeverUsed = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (wasNeverUsed || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'PAYLOAD_TOO_LARGE' : 'BAD_JSON';
  const body = JSON.stringify({ error: code, message: code, requestId: randomUUID() } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${errorStatus[code]} ${code}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}

/** Limits of size and time for one request. */
export const transportOptions = {
  genReqId: () => randomUUID(),
  bodyLimit: limits.bodyBytes.other,
  /**
   * Limit for a socket on which nothing moves; `extendSocketTimeout` raises it once the whole request has
   * arrived.
   */
  connectionTimeout: 30_000,
  /** Limit for a whole upload over a slow line. */
  requestTimeout: 600_000,
  // Node checks for late headers every 30 s by default, so that 10 s could become 40.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 500, maxHeaderSize: HEADER_BYTES },
  // The schema of a parameter limits it; an address is never longer than the headers may be.
  routerOptions: { maxParamLength: HEADER_BYTES },
  // An address that cannot be decoded is answered like one that does not exist.
  rewriteUrl: (request) => (isReadable(request.url) ? (request.url ?? '/') : '/unreadable'),
  clientErrorHandler: answerBrokenRequest,
} satisfies FastifyHttpOptions<Server>;
