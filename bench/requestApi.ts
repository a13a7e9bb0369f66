import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

interface ApiRequest {
  readonly url: string;
  /** JSON text; makes the call a POST. */
  readonly body?: string;
}

/** Reads the answer to its last byte; throws unless it is 200. */
export async function requestApi(agent: Agent, { url, body }: ApiRequest): Promise<Buffer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const clientRequest = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers });
  clientRequest.end(body);
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${bytes.toString()}`);
  return bytes;
}
