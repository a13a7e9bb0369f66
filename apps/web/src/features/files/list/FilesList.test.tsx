import type { GeomFile } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { writeStored } from '../../../storage/index.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import FilesList from './FilesList.tsx';

const server = startFakeServer();
const objectId = 4_294_968_402;
const listed = `GET /api/v1/geom-files/${objectId}`;
const removed = `DELETE /api/v1/geom-files/delete/${objectId}/9`;
const refusal = { status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } };
const file = (changes: Partial<GeomFile> = {}): GeomFile => ({
  id: 9,
  geometryId: objectId,
  fileId: 9,
  name: 'plan.pdf',
  description: '',
  added: '2026-11-05T10:00:00.000Z',
  size: 2_500_000,
  mime: 'application/pdf',
  isImage: false,
  canDelete: true,
  isHidden: false,
  boxes: [],
  images: null,
  ...changes,
});

/** Statuses that the network's edge answers uploads with, in their order; the last one is for all that follow. */
let uploadStatuses: readonly number[] = [201];
let sentCount = 0;
/** Keeps an upload in progress until it is aborted. */
let isSlow = false;
let stopCount = 0;
class UploadRequest {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = '[]';
  onload = () => {};
  onabort = () => {};
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => '';
  send() {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    this.status = uploadStatuses[Math.min(sentCount, uploadStatuses.length - 1)] ?? 201;
    sentCount += 1;
    if (!isSlow) queueMicrotask(() => this.onload());
  }
  abort() {
    stopCount += 1;
    this.onabort();
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  [isSlow, stopCount, sentCount, uploadStatuses] = [false, 0, 0, [201]];
  localStorage.clear();
  writeStored('currentUser', aUser());
  server.reset();
  server.on(listed, () => ({ body: [file()] }));
});
afterEach(cleanup);

async function renderList(canAdd = true) {
  await renderOnMap(<FilesList objectId={objectId} canAdd={canAdd} />);
  await screen.findByText('plan.pdf');
  return userEvent.setup();
}

async function uploadOne() {
  const user = await renderList();
  await user.click(screen.getByRole('button', { name: 'Add file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add files' }));
  await user.upload(dialog.getByLabelText('Choose files'), new File(['a'], 'notes.txt'));
  await user.click(dialog.getByRole('button', { name: 'Upload files' }));
  return user;
}

test('FILE-02: a file shows name, date and description, and only who may deletes it', async () => {
  server.on(listed, () => ({ body: [file({ description: 'The plan', canDelete: false })] }));
  await renderList();
  const row = screen.getByRole('listitem');
  expect(row.textContent).toContain('05.11.2026');
  expect(row.textContent).toContain('The plan');
  expect(screen.getByRole('button', { name: 'Download plan.pdf' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete plan.pdf' })).toBeNull();
});

test('the arrow keys turn the pages of the image viewer, round its ends', async () => {
  const image = (id: number, name: string) =>
    file({ id, name, isImage: true, images: { thumbnail: `/thumb/${id}`, preview: `/preview/${id}` } });
  server.on(listed, () => ({ body: [file(), image(1, 'north.jpg'), image(2, 'south.jpg')] }));
  const user = await renderList();
  await user.click(screen.getByRole('button', { name: i18n.t('MAP.FILES.OPEN', { name: 'north.jpg' }) }));
  await screen.findByRole('dialog', { name: 'north.jpg' });
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('dialog', { name: 'south.jpg' });
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('dialog', { name: 'north.jpg' });
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('dialog', { name: 'south.jpg' })).toBeTruthy();
});

test('FILE-03: a successful upload is reported, and the list is read again', async () => {
  await uploadOne();
  expect(await screen.findByText('Files uploaded')).toBeTruthy();
  await waitFor(() => expect(server.countOf(listed)).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('FILE-04: a failed upload is reported with its reason, and can be tried again', async () => {
  uploadStatuses = [507, 201];
  const user = await uploadOne();
  expect(await screen.findByText('Not all files could be uploaded')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Add files' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Files uploaded')).toBeTruthy();
});

test.each([[[507, 201]], [[201, 507]]])(
  'FILE-04: of two files answered with %j one has not arrived, and that is what is said',
  async (statuses) => {
    uploadStatuses = statuses;
    const user = await renderList();
    await user.click(screen.getByRole('button', { name: 'Add file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add files' }));
    await user.upload(dialog.getByLabelText('Choose files'), new File(['a'], 'notes.txt'));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.upload(dialog.getByLabelText('Choose files'), new File(['b'], 'plan.txt'));
    await user.click(dialog.getByRole('button', { name: 'Upload files' }));
    expect(await screen.findByText('Not all files could be uploaded')).toBeTruthy();
    expect(screen.queryByText('Files uploaded')).toBeNull();
    expect(sentCount).toBe(2);
  },
);

test('ATT-03: files are sent one by one, each says how far it is, and each can be stopped', async () => {
  isSlow = true;
  const user = await renderList();
  await user.click(screen.getByRole('button', { name: 'Add file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add files' }));
  await user.upload(dialog.getByLabelText('Choose files'), new File(['a'], 'notes.txt'));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await user.upload(dialog.getByLabelText('Choose files'), new File(['b'], 'plan.txt'));
  await user.click(dialog.getByRole('button', { name: 'Upload files' }));

  const list = within(await dialog.findByRole('list', { name: 'Uploading' }));
  const rows = () => list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([expect.stringContaining('50 %'), expect.stringContaining('Waiting')]);
  expect(list.getByRole('progressbar', { name: 'notes.txt' }).getAttribute('aria-valuenow')).toBe('50');
  await user.click(list.getByRole('button', { name: 'Cancel upload of notes.txt' }));
  await waitFor(() =>
    expect(rows()).toEqual([expect.stringContaining('Cancelled'), expect.stringContaining('50 %')]),
  );
  expect(stopCount).toBe(1);

  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stopCount).toBe(2);
  expect(screen.queryByText('Files uploaded')).toBeNull();
});

test('FILE-05 FILE-07: a deletion asks with the name; one that fails shows ERROR', async () => {
  server.on(removed, () => refusal);
  const user = await renderList();
  await user.click(screen.getByRole('button', { name: 'Delete plan.pdf' }));
  expect(await screen.findByText('Delete “plan.pdf”?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(server.countOf(removed)).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Delete plan.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Something went wrong. Try again.')).toBeTruthy();
});

test('FILE-06: a deleted file is reported', async () => {
  server.on(removed, () => ({ status: 204 }));
  const user = await renderList();
  await user.click(screen.getByRole('button', { name: 'Delete plan.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('File deleted')).toBeTruthy();
});
