import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './S3Location.ts';

type StoreOptions = Pick<S3Location, 'endpoint' | 'region' | 'credentials'>;

/** Connects to a store. The client library is large and only loaded where it is used. */
export async function connectS3({ endpoint, region, credentials }: StoreOptions): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    ...(credentials && { credentials }),
    // Other makes support neither buckets as host names nor Amazon's newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
