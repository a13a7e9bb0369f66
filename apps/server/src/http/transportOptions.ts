import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorStatus, limits } from '@pgis/contract';
import type { FastifyHttpOptions } from 'fastify';

const HEADER_BYTES = 16_384;

function isReadable(url: string | undefined): boolean {
  try {
    decodeURI((url ?? '').split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** A request that is not even HTTP never reaches a route; its answer has the form of all errors (D-ERR-01). */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'PAYLOAD_TOO_LARGE' : 'BAD_JSON';
  const body = JSON.stringify({ error: code, message: code, requestId: randomUUID() } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${errorStatus[code]} ${code}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** How much, and for how long, the server listens to one request. */
export const transportOptions = {
  genReqId: () => randomUUID(),
  bodyLimit: limits.bodyBytes.other,
  /** A socket on which nothing moves; `giveTimeToAnswer` gives more once the whole request is there. */
  connectionTimeout: 30_000,
  /** A whole upload over a slow line. */
  requestTimeout: 600_000,
  // Node looks for late headers every 30 s unless told, so that 10 s could be 40.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 500, maxHeaderSize: HEADER_BYTES },
  // The schema of a parameter limits it; an address is never longer than the headers may be.
  routerOptions: { maxParamLength: HEADER_BYTES },
  // An address that cannot be decoded is an address that is not there.
  rewriteUrl: (request) => (isReadable(request.url) ? (request.url ?? '/') : '/unreadable'),
  clientErrorHandler: answerBrokenRequest,
} satisfies FastifyHttpOptions<Server>;
