import type { RoutingRule, RoutingRules } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import RoutingRulesScreen from './RoutingRulesScreen.tsx';

const server = startFakeServer();
const SAVE = 'PUT /api/v1/routing-rules';
const layer = { id: 11, name: 'Potholes', sourceId: null, caseLayer: { dueDays: 5, days: 'working' } };

const aRule = (id: number, more: Partial<RoutingRule> = {}): RoutingRule => ({
  id,
  isEnabled: true,
  layerIds: [11],
  areaWkt: null,
  areaObjectId: null,
  areaName: null,
  words: [],
  unitId: 3,
  assigneeId: null,
  priority: null,
  dueDays: null,
  days: 'working',
  escalation: null,
  caught: 4,
  ...more,
});

let stored: RoutingRules;
beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  stored = {
    rules: [
      aRule(1, { words: ['deep'], areaObjectId: 77, areaName: 'Centre' }),
      aRule(2, { assigneeId: 5, dueDays: 6, days: 'calendar', priority: 'high' }),
    ],
    version: 3,
    uncaught: 9,
  };
  server.on('GET /api/v1/routing-rules', () => ({ body: stored }));
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ id: 10, name: 'Roads', companyId: 1, childClassifiers: [layer] }],
  }));
  server.on('GET /api/v1/cases/assignees/11', () => ({
    body: {
      units: [{ id: 3, name: 'Road service' }],
      people: [{ id: 5, name: 'Jānis', open: 0, overdue: 0 }],
    },
  }));
  server.on(SAVE, ({ body }) => {
    const { rules, version } = body as { rules: RoutingRule[]; version: number };
    if (version !== stored.version) return { status: 409, body: { error: 'ROUTING_CHANGED', message: '' } };
    stored = {
      ...stored,
      version: version + 1,
      rules: rules.map((rule, index) => aRule(rule.id ?? 90 + index, rule)),
    };
    return { body: stored };
  });
});
afterEach(cleanup);

const lastSaved = () =>
  server.sent.findLast(({ route }) => route === SAVE)?.body as { rules: RoutingRule[]; version: number };
const show = async (language: 'en' | 'lv' = 'en') => {
  await renderOnMap(<RoutingRulesScreen />, { language });
  await screen.findByText(language === 'en' ? 'Everything else' : 'Viss pārējais');
  return userEvent.setup();
};

test('a rule reads as a sentence; it is switched off, moved by a key and deleted with the list’s version', async () => {
  const user = await show();
  const [first, second] = screen.getAllByRole('listitem');
  await within(first as HTMLElement).findByText('Potholes');
  expect(first?.textContent).toContain('in Centre');
  expect(first?.textContent).toContain('with one of: deep');
  await within(second as HTMLElement).findByText('Road service · Jānis');
  expect(second?.textContent).toContain('Due in 6 days · Priority: High');

  await user.click(screen.getByRole('switch', { name: 'Rule 1 is on' }));
  await waitFor(() =>
    expect(lastSaved()).toMatchObject({ version: 3, rules: [{ id: 1, isEnabled: false }, {}] }),
  );
  expect(lastSaved().rules[0]).not.toHaveProperty('caught');

  screen.getByRole('button', { name: 'Edit rule 2' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(lastSaved()).toMatchObject({ version: 4, rules: [{ id: 2 }, { id: 1 }] }));

  await user.click(await screen.findByRole('button', { name: 'Delete rule 1' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('It caught 4 cases');
  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(lastSaved()).toMatchObject({ version: 5, rules: [{ id: 1 }] }));
});

test('a new rule is tried before it is saved, and survives that somebody else has saved the list', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add rule' });
  await user.type(within(dialog).getByRole('combobox', { name: 'Words' }), 'lamp{Enter}');
  server.on('POST /api/v1/routing-rules/try', () => ({
    body: {
      reports: [
        {
          id: 2 ** 32 + 7,
          classId: 11,
          name: 'Kalna iela 1',
          description: '',
          createdAt: '2026-11-01T00:00:00Z',
          rule: 2,
        },
        {
          id: 2 ** 32 + 8,
          classId: 11,
          name: 'Elsewhere',
          description: '',
          createdAt: '2026-11-01T00:00:00Z',
          rule: 0,
        },
      ],
    },
  }));
  await user.click(within(dialog).getByRole('button', { name: 'Try with the last 100 reports' }));
  expect(await within(dialog).findByText('Of the last 2 reports, 1 would have gone here.')).toBeTruthy();
  expect(within(dialog).getByText(/Kalna iela 1/)).toBeTruthy();

  await user.click(within(dialog).getByText('In an object'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Fill in this field')).toBeTruthy();
  await user.click(within(dialog).getByText('Everywhere'));

  stored = { ...stored, version: 8 };
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/Somebody else has changed the routing rules/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastSaved()).toMatchObject({ version: 8, rules: [{ id: 1 }, { id: 2 }, { words: ['lamp'] }] });
});

test('a report number says which rule takes it, and why those before it do not', async () => {
  server.on(`GET /api/v1/routing-rules/explain/${2 ** 32 + 37}`, () => ({
    body: {
      name: 'Brīvības iela 5',
      takenBy: 2,
      rules: [
        { id: 1, isLayerMet: true, isAreaMet: false, areWordsMet: true },
        { id: 2, isLayerMet: true, isAreaMet: true, areWordsMet: true },
      ],
    },
  }));
  const user = await show('lv');
  await user.type(screen.getByRole('textbox', { name: 'Pārbaudīt pēc pieteikuma numura' }), '1-37{Enter}');
  expect(await screen.findByText('Brīvības iela 5: atbilst 2. nosacījumam')).toBeTruthy();
  expect(screen.getByText('1. nosacījums: ārpus tā teritorijas')).toBeTruthy();
});
