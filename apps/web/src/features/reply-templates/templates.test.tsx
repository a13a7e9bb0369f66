import type { Case, ReplyTemplate } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import TemplatesScreen from './TemplatesScreen.tsx';

const server = startFakeServer();
const ADD = 'POST /api/v1/reply-templates';
const layer = { id: 11, name: 'Potholes', sourceId: null, caseLayer: { dueDays: 5, days: 'working' } };
const planned: ReplyTemplate = {
  ...{ id: 1, name: 'Planned', layerIds: [11], statusId: 31, version: 3 },
  texts: { en: 'The repair of {address} is planned.', lv: 'Ieplānots' },
};

let stored: readonly ReplyTemplate[];
beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  stored = [planned];
  server.on('GET /api/v1/reply-templates', () => ({ body: stored }));
  server.on('GET /api/v1/classifiers/3', () => ({ body: [{ id: 31, name: 'In work', statusType: 'open' }] }));
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ id: 10, name: 'Roads', companyId: 1, childClassifiers: [layer] }],
  }));
  server.on('GET /api/v1/cases', () => ({
    body: {
      items: [{ id: 4294967402, classId: 11, name: 'Brīvības 1', description: '', dueOn: null } as Case],
    },
  }));
  server.on(ADD, ({ body }) => ({ status: 201, body: { ...(body as object), id: 9, version: 1 } }));
});
afterEach(cleanup);

async function renderScreen() {
  await renderOnMap(<TemplatesScreen />);
  await screen.findByRole('heading', { name: 'Reply templates' });
  return userEvent.setup();
}
const bodies = (route: string) => server.sent.filter((one) => one.route === route).map(({ body }) => body);

test('the texts of a template stand beside each other, and missing ones are counted', async () => {
  await renderScreen();
  const table = within(await screen.findByRole('table', { name: 'Reply templates' }));
  const row = within(table.getByRole('row', { name: /Planned/ }));
  await waitFor(() => expect(row.getByRole('rowheader').textContent).toBe('PlannedPotholesIn work'));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['The repair of address is planned.', 'Missing', 'Ieplānots', ''],
  ]);
  expect(screen.getByText('Translations missing: 1')).toBeTruthy();
});

test('a new template needs a name and a text without unknown values', async () => {
  const user = await renderScreen();
  await user.click(screen.getByRole('button', { name: 'New template' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getAllByText('Fill in this field')).toHaveLength(2);
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), ' Thanks ');
  const text = dialog.getByRole('textbox', { name: 'Text: English' });
  await user.type(text, 'For {{adrese}');
  expect(dialog.getByText(/^There is no value {adrese}/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(bodies(ADD)).toEqual([]);
  await user.clear(text);
  await user.type(text, 'Thank you for !{ArrowLeft}');
  await user.click(dialog.getByRole('button', { name: 'Insert number' }));
  expect(await dialog.findByText('Preview with 1-106')).toBeTruthy();
  await user.keyboard(' now');
  expect(dialog.getByText('Thank you for 1-106 now!')).toBeTruthy();
  await user.click(dialog.getByRole('tab', { name: 'Latviešu' }));
  expect(dialog.getByText(/^Until this is filled in/)).toBeTruthy();
  expect(dialog.getByText('English, for reference')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies(ADD)).toEqual([
      { name: 'Thanks', layerIds: [], statusId: null, texts: { en: 'Thank you for {number} now!' } },
    ]),
  );
});

test('a template is changed with the version that was read, and deleted after a question', async () => {
  server.on('PUT /api/v1/reply-templates/1', ({ body }) => ({ body: { ...(body as object), id: 1 } }));
  server.on('DELETE /api/v1/reply-templates/1', () => ({ status: 204 }));
  const user = await renderScreen();
  await user.click(await screen.findByRole('button', { name: 'Edit template “Planned”' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('tab', { name: 'Русский' }));
  await user.type(dialog.getByRole('textbox', { name: 'Text: Русский' }), 'Запланировано');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies('PUT /api/v1/reply-templates/1')).toEqual([
      {
        ...{ name: 'Planned', layerIds: [11], statusId: 31, version: 3 },
        texts: { ...planned.texts, ru: 'Запланировано' },
      },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete template “Planned”' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf('DELETE /api/v1/reply-templates/1')).toBe(1));
});

test('a company without templates can begin with three examples', async () => {
  stored = [];
  const user = await renderScreen();
  await user.click(await screen.findByRole('button', { name: 'Add three examples' }));
  await waitFor(() => expect(bodies(ADD)).toHaveLength(3));
  expect(bodies(ADD)[0]).toMatchObject({ name: 'Work is planned', layerIds: [], statusId: null });
});

test('examples that were added before a failure are listed, so that they are not added again', async () => {
  stored = [];
  server.on(ADD, ({ body }) => {
    if (stored.length > 0) return { status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } };
    stored = [planned];
    return { status: 201, body: { ...(body as object), id: 1, version: 1 } };
  });
  const user = await renderScreen();
  await user.click(await screen.findByRole('button', { name: 'Add three examples' }));
  expect(await screen.findByRole('row', { name: /Planned/ })).toBeTruthy();
});
