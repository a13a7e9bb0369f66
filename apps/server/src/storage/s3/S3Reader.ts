import { addAbortSignal, type Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { connectS3 } from './connectS3.ts';
import type { S3Location } from './S3Location.ts';
import { S3ReadError, type S3ReadReason } from './S3ReadError.ts';

/** An object in a store; the prefix of the location is not used. */
export interface S3Address {
  readonly location: Omit<S3Location, 'prefix'>;
  readonly key: string;
}

/** One version of an object. */
export interface S3Object extends S3Address {
  /** ETag as the store writes it, with its quotation marks. */
  readonly etag: string;
  readonly size: number;
}

interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

const REQUEST_MS = 8_000;
/** Time without requests after a store did not answer: its readers share the thread that draws all base maps. */
const PAUSE_MS = 5_000;
const MAX_RANGE_BYTES = 4_000_000;

interface ReaderOptions {
  readonly requestMs?: number;
  readonly pauseMs?: number;
}

/** Reads ranges of objects. Every read has a time limit and states the version that it expects. */
export class S3Reader {
  readonly #requestMs: number;
  readonly #pauseMs: number;
  readonly #clients = new Map<string, Promise<S3Client>>();
  /** Time until which a store is not asked. */
  readonly #awayUntil = new Map<string, number>();

  constructor({ requestMs = REQUEST_MS, pauseMs = PAUSE_MS }: ReaderOptions = {}) {
    this.#requestMs = requestMs;
    this.#pauseMs = pauseMs;
  }

  /** Returns the current version of an object. Rejects with S3ReadError. */
  async open(address: S3Address): Promise<S3Object> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
    const { ETag, ContentLength } = await this.#send(address, (client, abortSignal) =>
      client.send(new HeadObjectCommand(toInput(address)), { abortSignal }),
    );
    if (ETag === undefined || ContentLength === undefined)
      throw new S3ReadError('unusable', 'The store tells neither size nor version (ETag) of the object');
    return { ...address, etag: ETag, size: ContentLength };
  }

  /** Returns exactly these bytes of exactly this version. Rejects with S3ReadError. */
  async read(object: S3Object, { offset, length }: ByteRange): Promise<Uint8Array> {
    if (length > MAX_RANGE_BYTES) throw new RangeError(`${length} bytes are too many for one read`);
    if (length === 0) return new Uint8Array();
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const command = new GetObjectCommand({
      ...toInput(object),
      ...{ Range: `bytes=${offset}-${offset + length - 1}`, IfMatch: object.etag },
    });
    return await this.#send(object, async (client, abortSignal) => {
      const answer = await client.send(command, { abortSignal });
      const body = answer.Body as Readable;
      try {
        checkAnswer(answer, object, length);
        return await readBody(addAbortSignal(abortSignal, body), length);
      } finally {
        body.destroy();
      }
    });
  }

  async #send<Answer>(
    { location, key }: S3Address,
    work: (client: S3Client, abortSignal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const { endpoint, region, bucket, credentials } = location;
    const store = JSON.stringify([endpoint, region, bucket]);
    const label = `${endpoint ?? `Amazon S3 (${region})`}, bucket ${bucket}`;
    if ((this.#awayUntil.get(store) ?? 0) > performance.now())
      throw new S3ReadError('away', `The store ${label} did not answer a moment ago`);
    const name = JSON.stringify([endpoint, region, credentials?.accessKeyId]);
    const client = this.#clients.get(name) ?? connectS3(location);
    this.#clients.set(name, client);
    try {
      return await work(await client, AbortSignal.timeout(this.#requestMs));
    } catch (error) {
      const failure = toReadError(error, { label, key });
      if (failure.reason === 'away') this.#awayUntil.set(store, performance.now() + this.#pauseMs);
      throw failure;
    }
  }
}

const toInput = ({ location, key }: S3Address) => ({ Bucket: location.bucket, Key: key });

/** Some stores ignore the expected version, some the range: then the answer is the whole object or another one. */
function checkAnswer(
  { ETag, ContentLength }: GetObjectCommandOutput,
  { etag }: S3Object,
  length: number,
): void {
  if (ETag !== etag) throw new S3ReadError('replaced', 'The object was replaced while it was read');
  if (ContentLength !== length)
    throw new S3ReadError(
      'unusable',
      `The store sends ${ContentLength} bytes where ${length} were requested; it does not support byte ranges`,
    );
}

async function readBody(body: Readable, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (filled + chunk.length > length) throw new S3ReadError('unusable', 'The store sends too many bytes');
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < length) throw new S3ReadError('away', `The store sent ${filled} of ${length} bytes`);
  return bytes;
}

const reasons: Readonly<Record<number, S3ReadReason>> = {
  401: 'refused',
  403: 'refused',
  404: 'missing',
  412: 'replaced',
  416: 'replaced',
  429: 'away',
};

/** Other redirects and client errors, such as those of a wrong region, recur with every request. */
const toReason = (status: number): S3ReadReason =>
  reasons[status] ?? (status >= 300 && status < 500 ? 'unusable' : 'away');

function toReadError(error: unknown, { label, key }: { label: string; key: string }): S3ReadError {
  if (error instanceof S3ReadError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  // The library asks the environment, files and the machine's host in turn.
  const reason =
    name === 'CredentialsProviderError' ? 'refused' : status === undefined ? 'away' : toReason(status);
  const texts: Readonly<Record<S3ReadReason, string>> = {
    missing: `There is no object ${key} in the store ${label}`,
    refused: `The store ${label} refuses to show ${key}; check the credentials (${name})`,
    replaced: 'The object was replaced while it was read',
    away: `The store ${label} does not answer (${name}: ${message})`,
    unusable: `The store ${label} answers with status ${status} (${name}: ${message})`,
  };
  return new S3ReadError(reason, texts[reason], { cause: error });
}
