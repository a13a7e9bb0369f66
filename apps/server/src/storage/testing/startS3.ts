import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

type Bucket = 'plain' | 'shared';

export interface S3Server {
  readonly endpoint: string;
  /** A STORAGE_URL for a bucket of it. */
  url(bucket: Bucket, prefix?: string): string;
  /** Writes an object without our own store. */
  put(bucket: Bucket, key: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** An S3-compatible server of its own, with two empty buckets. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'pgis-s3-'));
  const server = new S3rver({
    directory,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // It leaves the slash after a bucket out when it checks the signature of a listing.
    allowMismatchedSignatures: true,
    configureBuckets: [
      { name: 'plain', configs: [] },
      { name: 'shared', configs: [] },
    ],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' },
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  return {
    endpoint,
    url: (bucket, prefix = '') =>
      `s3://S3RVER:S3RVER@${bucket}/${encodeURIComponent(prefix)}?endpoint=${endpoint}`,
    async put(bucket, key, bytes) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
    },
    async close() {
      client.destroy();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
