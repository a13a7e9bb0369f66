import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerDiscard } from '../../../testing/answerDiscard.ts';
import { clearDrafts, expectDraftsOf, listStoredDrafts } from '../../../testing/drafts.ts';
import { fillIn } from '../../../testing/fillIn.ts';
import { layer, post, put, saveButton, single, startDialogWorld } from '../../../testing/treeNodeDialog.tsx';
import type { Draft } from '../../../ui/drafts/draftStore.ts';
import type { LayerValues } from '../form/LayerValues.ts';
import { closeTreeNodeDialog } from './dialogState.ts';

vi.mock('../../../settings/index.ts', () => ({ readSettings: () => ({ enableServerRendering: true }) }));

const { server, saved, open, openLayer, sentBody } = startDialogWorld();
beforeEach(clearDrafts);

type Opened = Awaited<ReturnType<typeof open>>;
const description = ({ dialog }: Opened) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name: /^Description/ });
const click = ({ user, dialog }: Opened, name: string) => user.click(dialog.getByRole('button', { name }));
const findOffer = ({ dialog }: Opened) => dialog.findByRole('status', { name: 'Draft' });
const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
/** Ends the page without an answer to any question. */
function loseTab(): void {
  cleanup();
  closeTreeNodeDialog();
}

const rule = (value: string, lineWidth: number) => ({ rule: `data.species=${value}`, lineWidth });
const style = (...labelRules: object[]) => JSON.stringify({ lineWidth: 2, labelRules });
const rulesOf = (body: Record<string, unknown>) => {
  const { labelRules } = JSON.parse(String(body.geomStyle)) as {
    labelRules: { rule: string; lineWidth: number }[];
  };
  return labelRules.map((one) => [one.rule, one.lineWidth]);
};

test('what was typed into the form of a layer is offered when the layer is opened again, and goes with the save', async () => {
  const first = await openLayer();
  await first.user.type(description(first), ' and parks');
  await fillIn(first.user, first.dialog.getByLabelText('Name of field 1'), ' of tree');
  loseTab();
  await expectDraftsOf('4294967310 edit layer 11');

  const next = await openLayer();
  expect((await findOffer(next)).textContent).toMatch(/You began this on/);
  expect(description(next).value).toBe('In streets');
  await click(next, 'Continue');
  expect(description(next).value).toBe('In streets and parks');
  await next.user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(11));
  expect(sentBody(put)).toMatchObject({
    description: 'In streets and parks',
    layerFields: [{ name: 'species of tree', oldValue: 'species' }, { name: 'height' }],
  });
  await expectDraftsOf();
});

test('a new layer, group and status each have a draft; discarding the changes deletes it', async () => {
  const first = await open({ kind: 'add', what: 'group', parentId: null });
  await fillIn(first.user, description(first), 'All trees');
  loseTab();
  const another = await open({ kind: 'add', what: 'statusGroup', parentId: null });
  expect(another.dialog.queryByRole('status', { name: 'Draft' })).toBeNull();
  await fillIn(another.user, description(another), 'Of repairs');
  await expectDraftsOf('4294967310 new group', '4294967310 new statusGroup');
  await click(another, 'Close');
  await answerDiscard(another.user, 'Yes');
  await expectDraftsOf('4294967310 new group');
  loseTab();

  const next = await open({ kind: 'add', what: 'group', parentId: null });
  await findOffer(next);
  await click(next, 'Continue');
  await fillIn(next.user, next.dialog.getByRole('textbox', { name: /^Name/ }), 'Trees');
  await next.user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ name: 'Trees', description: 'All trees' }));
});

test('a draft of a layer that somebody else has changed since shows both versions', async () => {
  const first = await openLayer();
  await fillIn(first.user, description(first), ' and parks');
  loseTab();
  const changed = { name: 'Street trees', names: { en: 'Street trees' }, description: 'Oaks' };
  const next = await openLayer({ version: 5, ...changed });
  expect((await findOffer(next)).textContent).toContain('Somebody else has changed it since');
  await click(next, 'Continue');
  await next.dialog.findByText('Somebody else has changed this');
  expect(choice(/^Name: English: Street trees/).checked).toBe(true);
  expect(choice(/^Description: In streets and parks/).checked).toBe(true);
  await next.user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(11));
  expect(server.sent.findLast(({ route }) => route === put)?.headers['if-match']).toBe('"5"');
  expect(sentBody(put)).toMatchObject({ name: 'Street trees', description: 'In streets and parks' });
});

test('a layer that somebody else has saved meanwhile: both versions are compared field by field and rule by rule', async () => {
  const low = (ruleRange: string) => ({ rule: 'data.height=low', lineWidth: 3, ruleRange });
  const theirs = {
    ...layer,
    version: 5,
    zoomFrom: 8,
    geomStyle: style(rule('oak', 7), rule('ash', 4), low('[1,3)')),
  };
  let calls = 0;
  server.on(put, () => {
    calls += 1;
    return calls === 1
      ? { status: 409, body: { error: 'CLASSIFIER_CHANGED', message: '', requestId: '', current: theirs } }
      : { body: { ...theirs, version: 6 } };
  });
  const opened = await openLayer({
    kinds: ['line'],
    geomStyle: style(rule('oak', 3), rule('ash', 3), low('[1,2)')),
  });
  server.on(single, () => ({ body: theirs }));
  const { user, dialog } = opened;
  await fillIn(user, description(opened), ' and parks');
  await user.click(await dialog.findByRole('option', { name: /oak/ }, { timeout: 20_000 }));
  const width = await dialog.findByLabelText('Thickness');
  await user.clear(width);
  await user.type(width, '9');
  const latvianName = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Legend name: Latviešu' });
  await fillIn(user, latvianName(), 'Ozols ');
  await user.click(dialog.getByRole('option', { name: /ash/ }));
  expect(latvianName().value).toBe('');
  await user.click(saveButton());

  await dialog.findByText('Somebody else has changed this');
  expect(dialog.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Description',
    'Zoom from',
    'Rule species = oak',
    'Rule species = ash',
    'Rule height = low',
  ]);
  expect(choice(/^Description: In streets and parks/).checked).toBe(true);
  expect(choice(/^Zoom from: 8/).checked).toBe(true);
  expect(choice(/^Rule species = oak: Legend name: Latviešu Ozols; Contour line: Thickness 9$/).checked).toBe(
    true,
  );
  expect(choice(/^Rule species = ash: Contour line: Thickness 4$/).checked).toBe(true);
  expect(choice(/^Rule height = low: Range: ≥ 1, < 3$/).checked).toBe(true);
  await user.click(choice(/^Zoom from: 5/));
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(11));
  expect(server.sent.findLast(({ route }) => route === put)?.headers['if-match']).toBe('"5"');
  expect(sentBody(put)).toMatchObject({ description: 'In streets and parks', zoomFrom: 5 });
  expect(rulesOf(sentBody(put))).toEqual([
    ['data.species=oak', 9],
    ['data.species=ash', 4],
    ['data.height=low', 3],
    ['Default', 2],
  ]);
  const { labelRules } = JSON.parse(String(sentBody(put).geomStyle)) as { labelRules: object[] };
  expect(labelRules.map((one) => 'ruleNameLv' in one && one.ruleNameLv)).toEqual([
    'Ozols',
    false,
    false,
    false,
  ]);
  expect(labelRules[2]).toMatchObject({ ruleRange: '[1,3)' });
  await expectDraftsOf();
});

test('the comparison says why it could not be saved, and compares anew when somebody was faster again', async () => {
  const theirs = { ...layer, version: 5, zoomFrom: 8 };
  const conflict = (current: object) => () => ({
    status: 409,
    body: { error: 'CLASSIFIER_CHANGED', message: '', requestId: '', current },
  });
  server.on(put, conflict(theirs));
  const opened = await openLayer();
  await fillIn(opened.user, description(opened), ' and parks');
  await opened.user.click(saveButton());
  await opened.dialog.findByText('Somebody else has changed this');

  server.on(put, () => Promise.reject(new TypeError('fetch failed')));
  await opened.user.click(saveButton());
  expect((await opened.dialog.findByText(/The server cannot be reached/)).isConnected).toBe(true);
  server.on(put, conflict({ ...theirs, version: 6, zoomFrom: 9 }));
  await opened.user.click(saveButton());
  expect(await screen.findByRole('radio', { name: 'Zoom from: 9' })).toHaveProperty('checked', true);
  expect(choice(/^Description: In streets and parks/).checked).toBe(true);
});

test('a draft of a layer holds the form of DRAFT_FORMAT 7; another form needs another number', async () => {
  const opened = await openLayer();
  await fillIn(opened.user, description(opened), ' and parks');
  await expectDraftsOf('4294967310 edit layer 11');
  const [[, [draft]]] = (await listStoredDrafts()) as [[string, [Draft<{ values: LayerValues }>]]];
  expect(draft.format).toBe(7);
  const { values } = draft.content;
  expect(Object.keys(values).toSorted().join(' ')).toBe(
    'allObjectsPublic allowPublicRegistration blurPositions caseLayer companyLanguage density description fields filter group kind name names serverside showAfterReview showDefault style unitId zIndex zoomFrom zoomTo',
  );
  expect(Object.keys(values.style)).toEqual(['storedText', 'isChanged', 'fallback', 'rules', 'selected']);
  expect(Object.keys(values.fields[0] ?? {})).toEqual([
    'key',
    'name',
    'names',
    'storedName',
    'hint',
    'schema',
    'hasStoredSchema',
  ]);
  expect(Object.keys(values.filter.rules[0] ?? {})).toEqual(['fieldKey', 'operator', 'value']);
});
