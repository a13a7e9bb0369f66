import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../../storage/index.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { group } from '../../../testing/treeNodeDialog.tsx';
import type { TreeNodeBody } from '../form/LayerValues.ts';
import { ChangedTreeNode } from './ChangedTreeNode.tsx';

const server = startFakeServer();
beforeEach(() => {
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  server.on('GET /api/v1/classifiers/1/include-children/admin', () => ({
    body: [group(2, 'Nature')],
  }));
  server.on('GET /api/v1/units', () => ({
    body: [
      { id: 8, name: 'Roads', parentId: null },
      { id: 9, name: 'Bridges', parentId: 8 },
    ],
  }));
});
afterEach(cleanup);

const layer: TreeNodeBody = { name: 'Trees', id1: 2, geomStyle: '' };
const field = { name: 'age', type: 'text', oldValue: '' } as const;
const rule = (changes: object) => ({ rule: 'data.kind=oak', ...changes });
const style = (...labelRules: object[]) => JSON.stringify({ labelRules });

/** Renders two versions and returns their table: label, my value, the other user's. */
async function compare(mine: TreeNodeBody, theirs: TreeNodeBody, before = theirs) {
  const onSave = vi.fn();
  await renderOnMap(
    <ChangedTreeNode
      conflict={{ before, mine, theirs, version: 4, kind: 'polygon' }}
      isSaving={false}
      failure={null}
      onSave={onSave}
    />,
  );
  await waitFor(() => expect(server.countOf('GET /api/v1/units')).toBe(1));
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        within(row).getByRole('rowheader').textContent,
        ...within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ]);
  return { rows, onSave, user: userEvent.setup() };
}

test.each<[string, Partial<TreeNodeBody>, Partial<TreeNodeBody>, readonly string[]]>([
  ['a text', { description: 'In streets' }, { description: '' }, ['Description', 'In streets', '---']],
  ['a number', { zoomFrom: 5 }, { zoomFrom: null }, ['Zoom from', '5', '---']],
  ['a switch', { showDefault: true }, { showDefault: false }, ['Enable layer by default', 'Yes', 'No']],
  [
    'the public',
    { allObjectsPublic: true },
    { allObjectsPublic: false },
    ['All objects public', 'On', 'Off'],
  ],
  [
    'a filter',
    {
      ruleset: {
        condition: 'or',
        rules: [
          { field: 'a', operator: '=', value: '1' },
          { field: 'b', operator: '!=', value: '2' },
        ],
      },
    },
    { ruleset: null },
    ['Layer filter', 'a = 1 or b != 2', '---'],
  ],
  [
    'the density',
    { density: { kind: 'thinned' } },
    { density: { kind: 'asIs' } },
    ['Zoomed out', 'Thinned', 'As specified'],
  ],
  [
    'the cases',
    { caseLayer: { dueDays: 5, days: 'working' } },
    { caseLayer: null },
    ['Case layer', '5 working days', '---'],
  ],
  ['the group', { id1: 2 }, { id1: 7 }, ['Group', 'Nature', '#7']],
  [
    'a new group',
    { id1: undefined as never, parentName: 'Water', unitId: 8 },
    { id1: 2 },
    ['Group', 'Water', 'Nature'],
  ],
  [
    'a field',
    {
      layerFields: [
        {
          ...field,
          hint: { kind: 'number', choices: ['1', '2'], help: 'Years' },
          schema: { type: 'integer', required: true, min: '0', max: '9' },
        },
      ],
    },
    { layerFields: [field] },
    ['Field age', 'age · Whole number · Required · 0 to 9 · Number · 1, 2 · Years', 'age'],
  ],
  [
    'the order of fields',
    { layerFields: [field, { ...field, name: 'kind' }] },
    { layerFields: [{ ...field, name: 'kind' }, field] },
    ['Order of fields', 'age, kind', 'kind, age'],
  ],
  [
    'a name in a language',
    { names: { lv: 'Koki' } },
    { names: { lv: '' } },
    ['Name: Latviešu', 'Koki', '---'],
  ],
  [
    'a rule',
    {
      geomStyle: style(
        rule({ lineWidth: 3, fillPattern: 'dot', ruleNameLv: 'Ozoli', ruleRange: '[110,178)' }),
      ),
    },
    { geomStyle: style(rule({ ruleRange: '[110,178]' })) },
    [
      'Rule kind = oak',
      'Range: ≥ 110, < 178; Legend name: Latviešu Ozoli; Contour line: Thickness 3; Fill: Pattern dot',
      'Range: ≥ 110, ≤ 178; Legend name: Latviešu ""; Contour line: Thickness 1; Fill: Pattern none',
    ],
  ],
  [
    'a rule that the other version has not, and its properties from the defaults',
    { geomStyle: style(rule({ labelEnabled: false, lineStyle: 'dashed', ruleRange: '[0,)' })) },
    { geomStyle: '' },
    ['Rule kind = oak', 'Range: ≥ 0; Contour line: Type Dashed; Labels: Show labels No', '---'],
  ],
  [
    'a rule like the defaults',
    { geomStyle: style(rule({})) },
    { geomStyle: '' },
    ['Rule kind = oak', 'As shown', '---'],
  ],
  [
    'the order of rules',
    { geomStyle: style(rule({}), { rule: 'data.kind=' }) },
    { geomStyle: style({ rule: 'data.kind=' }, rule({})) },
    ['Order of rules', 'kind = oak, kind = ""', 'kind = "", kind = oak'],
  ],
  [
    'Default',
    { geomStyle: '{"pointForm":"square"}' },
    { geomStyle: '' },
    ['Rule Default', 'Icons: Background form square', 'Icons: Background form none'],
  ],
  [
    'the theme',
    { geomStyle: '{"theme":"volume"}' },
    { geomStyle: '' },
    ['Thematic style', 'Growing stock', '---'],
  ],
])('D-OBJ-05: %s differs in words', async (_, mine, theirs, row) => {
  const { rows } = await compare({ ...layer, ...mine }, { ...layer, ...theirs });
  await waitFor(() => expect(rows()).toEqual([row]), { timeout: 2_000 });
});

test('what only the other user has changed is theirs at first, and every choice can be changed', async () => {
  const named = { ...layer, names: { en: 'Trees' } };
  const mine = { ...named, names: { en: 'Oaks' }, zoomFrom: 3 };
  const theirs = { ...named, description: 'New', zoomFrom: 7 };
  const { onSave, user } = await compare(mine, theirs, named);
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio', { checked: true })
      .map((one) => one.ariaLabel ?? one.getAttribute('aria-label'));
  expect(chosen()).toEqual(['Description: New', 'Zoom from: 3', 'Name: English: Oaks']);
  await user.click(screen.getByRole('radio', { name: 'Zoom from: 7' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenLastCalledWith(
    expect.objectContaining({ names: { en: 'Oaks' }, description: 'New', zoomFrom: 7 }),
  );
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(chosen()).toEqual(['Description: ---', 'Zoom from: 3', 'Name: English: Oaks']);
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(chosen()).toEqual(['Description: New', 'Zoom from: 7', 'Name: English: Trees']);
});

test('two versions that are the same are only saved', async () => {
  const { onSave, user } = await compare(layer, layer);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('Both versions are the same. Save to finish.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith(layer);
});
