import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** Opens as many connections as users and writers ask for. */
const agent = new Agent({ keepAlive: true });

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps the bytes of an answer with status 200, too; the bytes of others are only counted, which costs least. */
  readonly keepsBytes?: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty when they were counted only. */
  readonly bytes: Buffer;
}

/** Sends a request and reads its answer to the end, with a client that leaves the processors to the server. */
export function send(
  url: string,
  { method = 'GET', headers, body, keepsBytes = false }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, ...(headers && { headers }) }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const chunks: Buffer[] = [];
      let received = 0;
      answer.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (keepsBytes || status !== 200) chunks.push(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const length = Number(answer.headers['content-length'] ?? received);
        if (received !== length) reject(new Error(`${received} of ${length} bytes of ${url}`));
        else resolve({ status, headers: answer.headers, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
