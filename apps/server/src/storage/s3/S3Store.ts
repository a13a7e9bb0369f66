import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../../errors/AppError.ts';
import { type BlobStore, checkBlobKey, isBlobKey, type StoredBlob } from '../BlobStore.ts';
import type { TempStore } from '../TempStore.ts';
import { connectS3 } from './connectS3.ts';
import type { S3Location } from './S3Location.ts';

const TRY_AGAIN_S = 10;
/** Number of keys that S3 accepts in one deletion. */
const MAX_AT_ONCE = 1_000;

/** Blobs as objects of an S3 bucket. */
export class S3Store implements BlobStore {
  readonly #location: S3Location;
  readonly #tempStore: TempStore;
  #client: Promise<S3Client> | undefined;

  constructor(location: S3Location, tempStore: TempStore) {
    this.#location = location;
    this.#tempStore = tempStore;
  }

  async put(key: string, path: string): Promise<void> {
    const { PutObjectCommand } = await library();
    const { size } = await stat(path);
    await this.#send((client) =>
      client.send(
        new PutObjectCommand({ ...this.#at(key), Body: createReadStream(path), ContentLength: size }),
      ),
    );
  }

  async find(key: string): Promise<Readable | undefined> {
    const { GetObjectCommand, NoSuchKey } = await library();
    return await this.#send(async (client) => {
      try {
        return (await client.send(new GetObjectCommand(this.#at(key)))).Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    await using folder = await this.#tempStore.open();
    const path = folder.newPath();
    const blob = await this.find(key);
    if (blob === undefined) throw new Error(`the blob ${key} is missing`);
    await pipeline(blob, createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  }

  async remove(keys: readonly string[]): Promise<void> {
    const { DeleteObjectsCommand } = await library();
    const { bucket: Bucket } = this.#location;
    for (let from = 0; from < keys.length; from += MAX_AT_ONCE) {
      const Objects = keys.slice(from, from + MAX_AT_ONCE).map((key) => ({ Key: this.#at(key).Key }));
      await this.#send((client) =>
        client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
      );
    }
  }

  async *list(): AsyncGenerator<StoredBlob> {
    const { ListObjectsV2Command } = await library();
    const { bucket: Bucket, prefix: Prefix } = this.#location;
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#send((client) =>
        client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
        ),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const key = Key.slice(Prefix.length);
        if (isBlobKey(key)) yield { key, size: Size };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.#location;
    return { Bucket: bucket, Key: `${prefix}${checkBlobKey(key)}` };
  }

  async #send<T>(work: (client: S3Client) => Promise<T>): Promise<T> {
    this.#client ??= connectS3(this.#location);
    const client = await this.#client;
    try {
      return await work(client);
    } catch (cause) {
      throw new AppError('STORAGE_AWAY', { cause, retryAfterS: TRY_AGAIN_S });
    }
  }
}

const library = () => import('@aws-sdk/client-s3');
