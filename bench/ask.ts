import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

interface Question {
  readonly url: string;
  /** JSON text; with it the call is a POST. */
  readonly body?: string;
}

/** Reads the answer to its last byte; throws unless it is 200. */
export async function ask(agent: Agent, { url, body }: Question): Promise<Buffer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${bytes.toString()}`);
  return bytes;
}
