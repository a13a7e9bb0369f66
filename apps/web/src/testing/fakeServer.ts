import { vi } from 'vitest';

export interface Sent {
  /** `GET /api/v1/settings` */
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Body of the answer, sent as JSON. */
  readonly body?: unknown;
  readonly text?: string;
}

type Handler = (sent: Sent) => Reply | Promise<Reply>;

function toSent(url: string, init: RequestInit): Sent {
  const { pathname, searchParams } = new URL(url, 'http://fake/');
  return {
    route: `${init.method ?? 'GET'} ${pathname}`,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
  };
}

function toResponse({ status = 200, headers, body, text }: Reply): Response {
  const content = text ?? (body === undefined ? null : JSON.stringify(body));
  return new Response(content, { status, headers: headers ?? {} });
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Replaces the network: answers by route and records requests. A route without a handler fails as a lost connection. */
export function startFakeServer() {
  const handlers = new Map<string, Handler>();
  const sent: Sent[] = [];

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = toSent(url, init);
    sent.push(request);
    const handler = handlers.get(request.route);
    if (handler === undefined) throw new TypeError('fetch failed');
    return toResponse(await Promise.race([handler(request), aborted(init.signal)]));
  });

  return {
    sent: sent as readonly Sent[],
    on: (route: string, handler: Handler) => void handlers.set(route, handler),
    countOf: (route: string) => sent.filter((request) => request.route === route).length,
    reset() {
      handlers.clear();
      sent.length = 0;
    },
  };
}
