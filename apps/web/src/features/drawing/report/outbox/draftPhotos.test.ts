// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeStored, writeStored } from '../../../../storage/index.ts';
import { aUser } from '../../../../testing/aUser.ts';
import { clearDrafts } from '../../../../testing/drafts.ts';
import { DRAFT_FORMAT, writeDrafts } from '../../../../ui/drafts/draftStore.ts';
import { readDraftPhotos, storeDraftPhotos, sweepDraftPhotos } from './draftPhotos.ts';

const start = Date.UTC(2026, 10, 28);
const photo = { name: 'photo.jpg' } as File;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  await clearDrafts();
  removeStored('currentUser');
});
afterEach(() => void vi.useRealTimers());

test('photos last as long as their draft, which may be written a moment later; a user leaves those of visitors alone', async () => {
  for (const key of ['drafted', 'sent']) await storeDraftPhotos(key, [photo]);
  await sweepDraftPhotos();
  expect(await readDraftPhotos('drafted')).toEqual([photo]);
  const content = { photoKey: 'drafted' };
  await writeDrafts('visitor citizen report', [
    { format: DRAFT_FORMAT, begunAt: start, changedAt: start, content },
  ]);

  vi.setSystemTime(start + 120_000);
  writeStored('currentUser', aUser());
  await sweepDraftPhotos();
  expect(await readDraftPhotos('sent')).toEqual([photo]);
  removeStored('currentUser');
  await sweepDraftPhotos();
  expect([await readDraftPhotos('drafted'), await readDraftPhotos('sent')]).toEqual([[photo], []]);

  vi.setSystemTime(start + 25 * 3_600_000);
  await sweepDraftPhotos();
  expect(await readDraftPhotos('drafted')).toEqual([]);
});
