import { LRUCache } from 'lru-cache';
import { findS3Problem, parseS3Location, type S3Location } from './S3Location.ts';
import { S3ReadError } from './S3ReadError.ts';
import { type S3Address, type S3Object, S3Reader } from './S3Reader.ts';

/** Time after which a replaced object is noticed. */
const CHECKED_MS = 5_000;
const MAX_CACHED = 1_000;
/** Lists of base layers wait for this. */
const REQUEST_MS = 3_000;

interface Found {
  /** Undefined while there is no such object. */
  readonly object: S3Object | undefined;
  /** Set while the store does not answer and an earlier version is returned. */
  readonly error?: S3ReadError;
}

/** Objects by address: `s3://BUCKET/KEY[?endpoint=…&region=…]`. */
export class S3Objects {
  readonly #storage: S3Location | undefined;
  readonly #reader = new S3Reader({ requestMs: REQUEST_MS });
  readonly #cache: LRUCache<string, Found>;

  /** The address of the storage lends its endpoint, region and credentials to the objects beside it. */
  constructor(storageUrl: string | undefined, { checkedMs = CHECKED_MS } = {}) {
    this.#storage = storageUrl === undefined ? undefined : parseS3Location(storageUrl);
    this.#cache = new LRUCache<string, Found>({
      max: MAX_CACHED,
      ttl: checkedMs,
      fetchMethod: async (address, last) => {
        try {
          return { object: await this.#read(address) };
        } catch (error) {
          if (last && error instanceof S3ReadError && error.reason === 'away')
            return { object: last.object, error };
          throw error;
        }
      },
    });
  }

  /**
   * Returns the current version of an object, cached for some seconds. While the store does not answer, returns the last
   * version and calls `onError`. Rejects with S3ReadError when there is no last version, and for any other failure.
   */
  async find(address: string, onError: (error: unknown) => void = () => {}): Promise<S3Object | undefined> {
    const found = await this.#cache.fetch(address);
    if (found?.error) onError(found.error);
    return found?.object;
  }

  /** Returns the current version of an object. Rejects with S3ReadError when there is none. */
  get(address: string): Promise<S3Object> {
    return this.#reader.open(this.#parse(address));
  }

  async #read(address: string): Promise<S3Object | undefined> {
    try {
      return await this.get(address);
    } catch (error) {
      if (error instanceof S3ReadError && error.reason === 'missing') return undefined;
      throw error;
    }
  }

  /** An address without an endpoint means the store of the attached files, or Amazon's if they are not in one. */
  #parse(text: string): S3Address {
    const { bucket, prefix, endpoint, region, credentials } = parseS3Location(text);
    const store = this.#storage;
    const isOwnStore =
      store !== undefined && (endpoint === undefined || sameServer(endpoint, store.endpoint));
    const own = isOwnStore
      ? { endpoint: store.endpoint, region: store.region, credentials: store.credentials }
      : { endpoint, region, credentials };
    return { location: { bucket, ...own }, key: prefix.slice(0, -1) };
  }
}

/** Credentials go to the server that they were given for and to no other. */
const sameServer = (one: string, other: string | undefined): boolean =>
  other !== undefined && new URL(one).origin === new URL(other).origin;

export const isObjectAddress = (text: string): boolean => text.startsWith('s3://');

/** Describes what is wrong with the address of an object, for the operator who gave it; undefined when it is fine. */
export function findObjectProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'an address such as s3://bucket/maps/latvia.pmtiles is expected';
  const { username, password } = new URL(text);
  if (username !== '' || password !== '')
    return 'it may hold no credentials; those of STORAGE_URL or of the environment (AWS_ACCESS_KEY_ID) are used';
  const problem = findS3Problem(text);
  if (problem !== undefined) return problem;
  return parseS3Location(text).prefix === ''
    ? 'the key of the object is expected after the bucket'
    : undefined;
}
