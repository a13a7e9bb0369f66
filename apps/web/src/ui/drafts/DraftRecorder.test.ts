import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeStored, writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { clearDrafts, expectDraftsOf, listStoredDrafts } from '../../testing/drafts.ts';
import { DraftRecorder } from './DraftRecorder.ts';
import { DRAFT_FORMAT, maxDraftAgeMs, writeDrafts } from './draftStore.ts';

const begun = Date.UTC(2026, 10, 23, 14, 5);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: begun });
  removeStored('currentUser');
  await clearDrafts();
});
afterEach(() => void vi.useRealTimers());

/** Opens a form, as a visit of the page does. */
async function visit(form = 'object 7') {
  const recorder = new DraftRecorder<string>(form);
  await recorder.open();
  return recorder;
}
const offerOf = (recorder: DraftRecorder<string>) => recorder.offer.get()?.content ?? null;

/** Types into a form and loses the tab. */
async function leaveDraft(text: string, form?: string) {
  const recorder = await visit(form);
  recorder.record(text, true);
  vi.advanceTimersByTime(1000);
  return recorder;
}

test('what was typed is stored within a second, and offered when the form is opened again', async () => {
  await leaveDraft('Street 1');
  const next = await visit();
  expect(next.offer.get()).toMatchObject({ content: 'Street 1', begunAt: begun + 400 });
  expect(next.continueOffer()).toBe('Street 1');
  expect(offerOf(next)).toBeNull();
});

test('a continued draft keeps the time when it was begun', async () => {
  await leaveDraft('Street 1');
  vi.setSystemTime(begun + 3_600_000);
  const next = await visit();
  next.continueOffer();
  next.record('Street 12', true);
  next.flush();
  expect((await visit()).offer.get()).toMatchObject({
    content: 'Street 12',
    begunAt: begun + 400,
    changedAt: begun + 3_600_000,
  });
});

test('what was saved or discarded is not offered again', async () => {
  const recorder = await leaveDraft('Street 1');
  recorder.end();
  recorder.record('typed after the end', true);
  recorder.flush();
  expect(await listStoredDrafts()).toEqual([]);
  await leaveDraft('Street 2');
  const next = await visit();
  next.discardOffer();
  expect(offerOf(next)).toBeNull();
  expect(await listStoredDrafts()).toEqual([]);
});

test('a form that is as it was opened leaves no draft', async () => {
  const recorder = await leaveDraft('Street 1');
  await expectDraftsOf('visitor object 7');
  recorder.record('', false);
  expect(await listStoredDrafts()).toEqual([]);
});

test('an offer without an answer stays, whatever is typed beside it', async () => {
  await leaveDraft('first');
  const second = await leaveDraft('second');
  expect(offerOf(second)).toBe('first');
  const third = await visit();
  expect(offerOf(third)).toBe('second');
  third.discardOffer();
  expect(offerOf(third)).toBe('first');
  third.record('third', true);
  third.end();
  expect(offerOf(await visit())).toBe('first');
});

test('the time to read the drafts of earlier visits loses neither those nor what is typed meanwhile', async () => {
  await leaveDraft('first');
  const recorder = new DraftRecorder<string>('object 7');
  const opening = recorder.open();
  recorder.record('second', true);
  vi.advanceTimersByTime(1000);
  await opening;
  vi.advanceTimersByTime(1000);
  const next = await visit();
  expect(offerOf(next)).toBe('second');
  next.discardOffer();
  expect(offerOf(next)).toBe('first');
});

test('each form and each user has a draft of its own; visitors of a browser share theirs', async () => {
  await leaveDraft('of visitors');
  await leaveDraft('of another form', 'object 8');
  writeStored('currentUser', aUser({ userId: 42 }));
  expect(offerOf(await visit())).toBeNull();
  const ofUser = await visit();
  ofUser.record('of user 42', true);
  // The session ends while the form is open.
  removeStored('currentUser');
  ofUser.flush();
  expect(offerOf(await visit())).toBe('of visitors');
  writeStored('currentUser', aUser({ userId: 43 }));
  expect(offerOf(await visit())).toBeNull();
  writeStored('currentUser', aUser({ userId: 42 }));
  expect(offerOf(await visit())).toBe('of user 42');
});

test('drafts are deleted a week after their last change, those of visitors after a day', async () => {
  await leaveDraft('of a visitor');
  writeStored('currentUser', aUser({ userId: 42 }));
  await leaveDraft('of a user');
  vi.setSystemTime(begun + maxDraftAgeMs.visitor + 60_000);
  await visit('another form');
  await expectDraftsOf('42 object 7');
  vi.setSystemTime(begun + maxDraftAgeMs.user + 60_000);
  await visit('another form');
  expect(await listStoredDrafts()).toEqual([]);
});

test('a draft that another release of the application has written in another format is deleted', async () => {
  const draft = { format: DRAFT_FORMAT - 1, begunAt: begun, changedAt: begun, content: 'old' };
  await writeDrafts('visitor object 7', [draft]);
  expect(offerOf(await visit())).toBeNull();
  expect(await listStoredDrafts()).toEqual([]);
});

test('a browser that stores nothing is known, so that the end of a session can ask', async () => {
  expect((await visit()).isStored).toBe(true);
  vi.spyOn(console, 'info').mockReturnValue();
  const recorder = await visit();
  // Functions cannot be stored, as nothing can in some private windows.
  recorder.record((() => '') as unknown as string, true);
  recorder.flush();
  await vi.waitFor(() => expect(recorder.isStored).toBe(false));
});
