import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reviewQueue } from '../../../../objects/reviewQueue.ts';
import { writeStored } from '../../../../storage/index.ts';
import { aComment } from '../../../../testing/aComment.ts';
import { aGeom } from '../../../../testing/aGeom.ts';
import { aUser } from '../../../../testing/aUser.ts';
import { clearDrafts, expectDraftsOf } from '../../../../testing/drafts.ts';
import { startFakeServer } from '../../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../../testing/renderOnMap.tsx';
import ReplyBox from './ReplyBox.tsx';

const server = startFakeServer();
const geom = aGeom();
const add = `POST /api/v1/geoms/${geom.id}/comment`;
const sent = { body: aComment({ id: 53 }) };
const refused = { status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } };
let answer: (reply: typeof sent | typeof refused) => void;

beforeEach(async () => {
  localStorage.clear();
  await clearDrafts();
  server.reset();
  writeStored('currentUser', aUser());
  server.on('GET /api/v1/classifiers/3', () => ({
    body: [{ id: 4294967305, name: 'In progress', statusType: 'open' }],
  }));
  server.on(
    add,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
});
afterEach(() => {
  cleanup();
  reviewQueue.set(null);
});

const line = () => screen.findByRole('button', { name: /^Write a reply or note/ });
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Internal note' });

async function renderBox() {
  await renderOnMap(<ReplyBox geom={geom} />);
  return userEvent.setup();
}

async function sendNote() {
  const user = await renderBox();
  await user.click(await line());
  await user.type(await text(), 'Cones are in place');
  await expectDraftsOf(`${aUser().userId} reply ${geom.id}`);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  return user;
}

test('a reply that is sent after its box was closed does not come back as unsent', async () => {
  await sendNote();
  expect((await text()).readOnly).toBe(true);
  cleanup();
  answer(sent);
  await expectDraftsOf();
  await renderBox();
  await line();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a reply that could not be sent after its box was closed is unsent again', async () => {
  await sendNote();
  cleanup();
  await expectDraftsOf();
  answer(refused);
  await expectDraftsOf(`${aUser().userId} reply ${geom.id}`);
  await renderBox();
  expect((await text()).value).toBe('Cones are in place');
});

test('an opened reply is closed by a button and keeps its text; the key is named in the inbox alone', async () => {
  const user = await renderBox();
  await user.click(await line());
  await user.type(await text(), 'Later');
  await user.click(screen.getByRole('button', { name: 'Close the reply' }));
  expect(document.activeElement).toBe(await line());
  expect((await line()).textContent).toBe('Write a reply or noteLater');
  reviewQueue.set(() => undefined);
  await waitFor(async () => expect((await line()).textContent).toMatch(/R$/));
  await user.click(await line());
  expect((await text()).value).toBe('Later');
});

test('@ and the beginning of a name suggest colleagues, and the keys put one in', async () => {
  server.on(`GET /api/v1/geoms/${geom.id}/mentionable`, () => ({
    body: ['Anna Ozola', 'Ilze Bērziņa', 'Andris Ābols'].map((name, id) => ({ id, name })),
  }));
  const user = await renderBox();
  await user.click(await line());
  await user.type(await text(), 'Please look, @an');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Anna Ozola',
    'Andris Ābols',
  ]);
  await user.keyboard('{ArrowDown}');
  const active = (await text()).getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toBe('Andris Ābols');
  await user.keyboard('{Enter}');
  expect((await text()).value).toBe('Please look, @Andris Ābols ');
  expect(screen.queryByRole('listbox')).toBeNull();
  // Escape closes the list and not the box.
  await user.keyboard('@ber');
  expect(await screen.findByRole('option', { name: 'Ilze Bērziņa' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
});

test('pictures are uploaded after the public reply that they go with, and with no note', async () => {
  const uploaded: string[] = [];
  const statuses = [503, 201];
  class UploadRequest {
    upload = {};
    status = 0;
    responseText = '[]';
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => '';
    send(form: FormData) {
      uploaded.push((form.get('file') as File).name);
      this.status = statuses.shift() ?? 500;
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  const picture = () => screen.queryByRole('img', { name: 'street.png' });
  const reply = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Public reply' });

  const user = await renderBox();
  await user.click(await line());
  expect(screen.queryByRole('button', { name: 'Attach pictures' })).toBeNull();
  await user.click(screen.getByText('Public reply'));
  expect(screen.getByRole('button', { name: 'Attach pictures' })).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const files = [
    new File(['x'], 'street.png', { type: 'image/png' }),
    new File(['x'], 'plan.pdf', { type: 'application/pdf' }),
  ];
  await userEvent.setup({ applyAccept: false }).upload(input, files);
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a photo: JPEG, PNG or WebP.');
  expect(picture()).toBeTruthy();

  await user.click(screen.getByText('Internal note'));
  expect(screen.getByText(/The pictures wait for a public reply/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close the reply' }));
  await user.click(await line());
  await user.click(screen.getByText('Public reply'));
  expect(picture()).toBeTruthy();

  await user.type(await reply(), 'Mended');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(uploaded).toEqual([]);
  answer(sent);
  // A picture that failed waits for another attempt, without the text.
  await waitFor(() => expect(uploaded).toEqual(['street.png']));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false),
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect([uploaded, server.countOf(add), picture()]).toEqual([['street.png', 'street.png'], 1, null]);
  // The page remembers the readers.
  await user.click(await line());
  await user.click(screen.getByText('Internal note'));
});
