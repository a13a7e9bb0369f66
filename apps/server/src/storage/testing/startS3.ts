import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  /** A STORAGE_URL for a bucket of it. */
  url(bucket: 'plain' | 'shared', prefix?: string): string;
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
  return {
    url: (bucket, prefix = '') =>
      `s3://S3RVER:S3RVER@${bucket}/${encodeURIComponent(prefix)}?endpoint=http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
