import { expect, test } from 'vitest';
import { SourceError } from '../../../importing/SourceError.ts';
import type { BlobStore } from '../../../storage/BlobStore.ts';
import { listSkipped } from './readSkipped.ts';

test('rows that take too much are an answer of the contract', async () => {
  const withFile = () => Promise.reject(new SourceError('TOO_MUCH_MEMORY', 'Too much.'));
  await expect(listSkipped({ withFile } as unknown as BlobStore, 'key', [1])).rejects.toMatchObject({
    code: 'OVERLOADED',
    status: 503,
  });
});
