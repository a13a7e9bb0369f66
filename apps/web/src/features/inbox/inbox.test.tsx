import type { Case } from '@pgis/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { layer } from '../../testing/treeNodeDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CaseList } from './CaseList.tsx';
import { CaseRow } from './CaseRow.tsx';
import { InboxTabs } from './InboxTabs.tsx';
import type { Cases } from './useCases.ts';
import { useInboxKeys } from './useInboxKeys.ts';

const server = startFakeServer();
const janis = { id: 31, name: 'Jānis Kalniņš', open: 12, overdue: 2 };
const kristaps = { id: 32, name: 'Kristaps Zariņš', open: 1, overdue: 0 };

const aCase = (changes: Partial<Case> = {}): Case => ({
  id: 4294967301,
  classId: 11,
  name: 'Brīvības iela 1',
  description: 'Hole',
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  upvoteCount: 0,
  isWaiting: false,
  x: 0,
  y: 0,
  status: null,
  imageId: null,
  version: 1,
  unit: null,
  assignee: null,
  priority: 'normal',
  dueOn: null,
  pausedOn: null,
  isOverdue: false,
  firstAnsweredAt: null,
  closedAt: null,
  canEdit: true,
  ...changes,
});

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ ...layer, id: 2, kind: 'group', childClassifiers: [layer] }],
  }));
  for (const [id, people] of [
    [11, [janis, kristaps]],
    [12, [kristaps]],
  ] as const)
    server.on(`GET /api/v1/cases/assignees/${id}`, () => ({ body: { units: [], people } }));
  server.on('PATCH /api/v1/cases', ({ body }) => ({
    body: { count: (body as { ids: number[] }).ids.length },
  }));
  writeStored('currentUser', aUser());
});
afterEach(cleanup);

describe('selected cases', () => {
  const renderBar = async (cases: readonly Case[]) => {
    const clear = vi.fn();
    const onMerge = vi.fn();
    const ticks = { cases: [...cases], has: () => true, set: () => {}, clear };
    await renderOnMap(<BulkBar ticks={ticks} onMerge={onMerge} />);
    return { clear, onMerge, user: userEvent.setup() };
  };
  const openPeople = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('combobox', { name: 'Assign to…' }));
    await screen.findByRole('option', { name: 'Kristaps Zariņš · 1 open' });
    return screen.getAllByRole('option').map(({ textContent }) => textContent);
  };
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  const sent = () =>
    server.sent.filter(({ route }) => route === 'PATCH /api/v1/cases').map(({ body }) => body);

  test('are assigned together, and Undo gives each back to whom it had', async () => {
    const [own, nobodys] = [aCase({ id: 1, assignee: janis }), aCase({ id: 2 })];
    const { clear, user } = await renderBar([own, nobodys]);
    expect(await openPeople(user)).toEqual(['Nobody', 'Jānis Kalniņš · 12 open', 'Kristaps Zariņš · 1 open']);
    await user.click(screen.getByRole('option', { name: 'Kristaps Zariņš · 1 open' }));
    expect(await screen.findByText('2 cases assigned')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()).toEqual([
      { ids: [1, 2], assigneeId: 32 },
      { ids: [1], assigneeId: 31 },
      { ids: [2], assigneeId: null },
    ]);
    expect(clear).toHaveBeenCalledOnce();
  });

  test('go back to nobody', async () => {
    const { user } = await renderBar([aCase({ id: 1, assignee: janis })]);
    await openPeople(user);
    await user.click(screen.getByRole('option', { name: 'Nobody' }));
    await waitFor(() => expect(sent()).toEqual([{ ids: [1], assigneeId: null }]));
  });

  test('of two layers are offered to who may work on both, and are not answered together', async () => {
    const { user } = await renderBar([aCase({ id: 1 }), aCase({ id: 2, classId: 12 })]);
    expect(await openPeople(user)).toEqual(['Nobody', 'Kristaps Zariņš · 1 open']);
    expect(isDisabled('Status and answer…')).toBe(true);
  });

  test('are merged from two to five', async () => {
    const cases = Array.from({ length: 6 }, (_, index) => aCase({ id: index + 1 }));
    const { onMerge, user } = await renderBar(cases.slice(0, 5));
    await user.click(screen.getByRole('button', { name: 'Merge…' }));
    expect(onMerge).toHaveBeenCalledOnce();
    for (const count of [1, 6]) {
      cleanup();
      await renderBar(cases.slice(0, count));
      expect(isDisabled('Merge…')).toBe(true);
    }
  });

  test('are changed only where the user may edit all of them', async () => {
    const { clear, user } = await renderBar([aCase({ id: 1 }), aCase({ id: 2, canEdit: false })]);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Assign to…' }).disabled).toBe(true);
    expect(isDisabled('Status and answer…')).toBe(true);
    expect(server.countOf('GET /api/v1/cases/assignees/11')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(clear).toHaveBeenCalledOnce();
  });
});

describe('a case of the list', () => {
  const renderRow = async (changes: Partial<Case>, isCurrent = false) => {
    const [onOpen, onTick] = [vi.fn(), vi.fn()];
    await renderOnMap(
      <CaseRow one={aCase(changes)} isCurrent={isCurrent} isTicked={false} onOpen={onOpen} onTick={onTick} />,
    );
    return { onOpen, onTick, row: screen.getByRole('button'), user: userEvent.setup() };
  };

  test('says what, how old, who and nothing else of a plain one', async () => {
    const { row } = await renderRow({});
    expect(row.textContent).toBe('Brīvības iela 13 hHoleNobody');
    expect(row.getAttribute('aria-current')).toBeNull();
  });

  test('says its priority, status, review, votes, due date and assignee', async () => {
    const { row } = await renderRow(
      {
        ...{
          name: '',
          priority: 'high',
          isWaiting: true,
          upvoteCount: 2,
          isOverdue: true,
          dueOn: '2020-01-01',
        },
        ...{ status: { id: 9, name: 'In progress', type: 'open' }, assignee: janis },
      },
      true,
    );
    const text = row.textContent ?? '';
    for (const part of [
      '#4294967301',
      'High',
      'In progress',
      'Review',
      '2votes',
      'overdue',
      'JKJānis Kalniņš',
    ])
      expect(text).toContain(part);
    expect(row.querySelector('[data-high]')).not.toBeNull();
    expect(row.querySelector('[data-overdue]')).not.toBeNull();
    expect(row.getAttribute('aria-current')).toBe('true');
  });

  test.each<[string, Partial<Case>, boolean]>([
    ['due today', { dueOn: '2026-11-27' }, true],
    ['due tomorrow', { dueOn: '2026-11-28' }, false],
    ['overdue', { dueOn: '2026-11-20', isOverdue: true }, false],
    ['paused', { dueOn: '2026-11-27', pausedOn: '2026-11-26' }, false],
  ])('%s stands out as due soon or does not', async (_, changes, isSoon) => {
    vi.setSystemTime(new Date(2026, 10, 27, 12));
    const { row } = await renderRow(changes);
    expect(row.querySelector('[data-soon]') !== null).toBe(isSoon);
    vi.useRealTimers();
  });

  test('is opened, and selected by its box', async () => {
    const { onOpen, onTick, row, user } = await renderRow({});
    await user.click(row);
    expect(onOpen).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('checkbox', { name: 'Select Brīvības iela 1' }));
    expect(onTick).toHaveBeenCalledWith(true);
  });

  test('shows the first picture and the symbol of its layer, which stands alone without one', async () => {
    server.on('GET /api/v1/geom-files/images/4294967301', () => ({ body: ['/new', '/first'] }));
    await renderRow({ imageId: 5 });
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/first'));
    cleanup();
    const { row } = await renderRow({});
    await waitFor(() => expect(row.querySelector('[data-alone]')).not.toBeNull());
    expect(row.querySelector('img')).toBeNull();
  });
});

describe('a list', () => {
  const read = (changes: Partial<Cases>): Cases =>
    ({ cases: [], isLoaded: true, error: null, isFetching: false, more: () => {}, ...changes }) as Cases;
  const renderList = (changes: Partial<Cases>, isFiltered = false) =>
    renderOnMap(
      <CaseList
        read={read(changes)}
        currentId={null}
        ticks={{ cases: [], has: () => false, set: () => {}, clear: () => {} }}
        isFiltered={isFiltered}
        onOpen={() => {}}
      />,
    );

  test('without cases says so, or that the filter lets none through', async () => {
    await renderList({});
    expect(screen.getByRole('heading').textContent).toBe('No open cases');
    cleanup();
    await renderList({}, true);
    expect(screen.getByRole('heading').textContent).toBe('No case in this list');
  });

  test('that is not there yet says that it loads, and one that failed is requested again', async () => {
    await renderList({ isLoaded: false });
    expect(screen.getByLabelText('Loading…')).toBeTruthy();
    cleanup();
    const refetch = vi.fn();
    await renderList({ isLoaded: false, error: new Error('x'), refetch });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  test('requests more before its end is reached', async () => {
    const more = vi.fn();
    await renderList({ cases: Array.from({ length: 20 }, (_, id) => aCase({ id })), more });
    expect(more).toHaveBeenCalled();
    cleanup();
    more.mockClear();
    await renderList({ cases: Array.from({ length: 50 }, (_, id) => aCase({ id })), more });
    expect(more).not.toHaveBeenCalled();
  });

  test('has its number of cases on its tab, and overdue ones stand out', async () => {
    const counts = { mine: 1, unit: 2, unassigned: 3, overdue: 4, waiting: 0, all: 1_200 };
    const onChange = vi.fn();
    await renderOnMap(<InboxTabs tab="unit" counts={counts} onChange={onChange} />);
    const tabs = within(screen.getByRole('navigation', { name: 'Lists' })).getAllByRole('button');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Mine 1',
      'My unit 2',
      'Unassigned 3',
      'Overdue 4',
      'To review 0',
      'All open 1,200',
    ]);
    expect(tabs.filter((tab) => tab.hasAttribute('aria-current'))).toEqual([tabs[1]]);
    expect(tabs.filter((tab) => tab.dataset.overdue === 'true')).toEqual([tabs[3]]);
    await userEvent.click(tabs[5] as HTMLElement);
    expect(onChange).toHaveBeenCalledWith('all');
  });
});

function Keys({ act }: { readonly act: () => void }) {
  useInboxKeys({ j: act });
  return (
    <>
      <input aria-label="text" />
      <input type="checkbox" />
    </>
  );
}

test('keys of the list act where no element uses keys itself, and never with a modifier', () => {
  const act = vi.fn();
  const { unmount } = render(<Keys act={act} />);
  const isHandled = (target: Element, init: object) => !fireEvent.keyDown(target, { key: 'j', ...init });
  expect(isHandled(document.body, {})).toBe(true);
  expect(isHandled(screen.getByRole('checkbox'), { key: 'J' })).toBe(true);
  expect(act).toHaveBeenCalledTimes(2);
  expect(isHandled(screen.getByRole('textbox'), {})).toBe(false);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(isHandled(document.body, { [modifier]: true })).toBe(false);
  expect(isHandled(document.body, { key: 'q' })).toBe(false);
  unmount();
  expect(isHandled(document.body, {})).toBe(false);
  expect(act).toHaveBeenCalledTimes(2);
});
