import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ReportPage, ReportRow } from '@pgis/contract';
import type { APIRequestContext, Download, Page } from '@playwright/test';
import { freshVisitor } from './support/accounts.ts';
import { expectUsable } from './support/expectUsable.ts';
import { exportTable } from './support/exportTable.ts';
import { authorizationOf } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: freshVisitor });

const layer = 'Road damage';
const dayInRiga = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Riga' }).format(moment);
/** Format in which dates are typed. */
const typed = (day: string): string => day.split('-').reverse().join('.');

function lastMonth(): { readonly first: string; readonly last: string } {
  const [year = 0, month = 0] = dayInRiga(new Date()).split('-').map(Number);
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  return {
    first: dayOf(new Date(Date.UTC(year, month - 2, 1))),
    last: dayOf(new Date(Date.UTC(year, month - 1, 0))),
  };
}

/** A user with custom reports who is no administrator; deleted when the test ends. */
class Manager implements AsyncDisposable {
  readonly email = `vadiba.${Date.now()}@demo.example`;
  readonly password = 'forests and bridges';
  readonly #api: APIRequestContext;
  readonly #made: string[] = [];

  private constructor(api: APIRequestContext) {
    this.#api = api;
  }

  static async make(api: APIRequestContext): Promise<Manager> {
    const manager = new Manager(api);
    const units = await api.get('/api/v1/units', { headers: authorizationOf('admin') });
    const root = ((await units.json()) as { id: number; parentId: number | null }[]).find(
      ({ parentId }) => parentId === null,
    );
    const groupId = await manager.#add('groups', {
      name: `Managers ${Date.now()}`,
      grants: [{ unitId: root?.id, level: 'Read' }],
      hasCustomReports: true,
    });
    await manager.#add('user', {
      email: manager.email,
      firstName: 'Ieva',
      lastName: 'Krūmiņa',
      groupIds: [groupId],
      password: 'roads and bridges',
    });
    return manager;
  }

  async #add(path: string, data: object): Promise<number> {
    const answer = await this.#api.post(`/api/v1/${path}`, { headers: authorizationOf('admin'), data });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: number };
    this.#made.unshift(`/api/v1/${path}/${id}`);
    return id;
  }

  /** Signs in for the first time and sets a password. */
  async signIn(page: Page): Promise<void> {
    await page.goto('/#/en/auth/login');
    await page.getByLabel('E-mail').fill(this.email);
    await page.getByLabel('Password', { exact: true }).fill('roads and bridges');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('New password', { exact: true }).fill(this.password);
    await page.getByLabel('New password again').fill(this.password);
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await expect(page.getByRole('button', { name: /Ieva Krūmiņa/ })).toBeVisible();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const path of this.#made) await this.#api.delete(path, { headers: authorizationOf('admin') });
  }
}

/** Reads all objects of the layer one by one, to compute the expected figures. */
async function readLayer(api: APIRequestContext): Promise<ReportRow[]> {
  const answer = await api.get(`/api/v1/geoms/class-objects/${layerIdOf(layer)}?_size=100&_sort=name`, {
    headers: authorizationOf('admin'),
  });
  const { items, next } = (await answer.json()) as ReportPage;
  expect(next).toBeNull();
  return items;
}

/** The demo data follow the calendar, so the counts by status of last month vary. */
function mostFrequent(texts: readonly string[]): string {
  const countOf = (text: string) => texts.filter((one) => one === text).length;
  const [first] = texts.toSorted((a, b) => countOf(b) - countOf(a));
  if (first === undefined) throw new Error('nothing of last month has a status');
  return first;
}

const countText = (count: number): string => (count === 1 ? '1 object' : `${count} objects`);
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

async function exported(page: Page, format: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ]);
  return download;
}

test('D-REP-01 D-REP-03 SIDE-12 SIDE-13: a manager’s monthly report, from the filter to the PDF', async ({
  page,
  request,
}) => {
  const { first, last } = lastMonth();
  const inMonth = (await readLayer(request)).filter(({ createdAt }) => {
    const day = dayInRiga(new Date(createdAt));
    return day >= first && day <= last;
  });
  const status = mostFrequent(inMonth.flatMap((row) => row.status ?? []));
  const asked = inMonth.filter((row) => row.status === status);

  await using manager = await Manager.make(request);
  await manager.signIn(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  await test.step('SIDE-12: the sidebar has Reports for a user with Read', () =>
    page.getByRole('button', { name: 'Reports', exact: true }).click());
  await test.step('SIDE-13: its children are layer reports and, with their permission, custom reports', async () => {
    await expect(page.getByRole('link', { name: 'Custom reports' })).toBeVisible();
    await page.getByRole('link', { name: 'Layer reports' }).click();
  });
  const total = page.getByText(countText(asked.length), { exact: true });
  await page.getByRole('combobox', { name: 'Layer' }).click();
  await page.getByRole('option', { name: layer, exact: true }).click();
  await test.step('D-REP-01: the report is filtered by date and status, sorted, and shows the selected columns', async () => {
    await page.getByLabel('Added from').fill(typed(first));
    await page.getByLabel('Added until').fill(typed(last));
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: status, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(total).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Votes' }).uncheck();
    await page.getByRole('checkbox', { name: 'Latest comment' }).check();
    await page.getByRole('button', { name: 'Move Status up' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    const columnHeaders = await page.getByRole('columnheader').allTextContents();
    expect(columnHeaders.slice(0, 4)).toEqual(['Number', 'Name', 'Status', 'Description']);
    expect(columnHeaders).toContain('Latest comment');
    expect(columnHeaders).not.toContain('Votes');
    await expect(rows(page)).toHaveCount(asked.length);
    await expect(rows(page).first()).toContainText(asked[0]?.name ?? '');
    await expectUsable(page);
  });
  await test.step('D-REP-01: a row is shown on the map, and the report is as it was on the way back', async () => {
    await page
      .getByRole('link', { name: /on the map$/ })
      .first()
      .click();
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText(asked[0]?.name ?? '');
    await page.goBack();
    await expect(total).toBeVisible();
    await expect(page.getByLabel('Added from')).toHaveValue(typed(first));
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  });
  await test.step('D-REP-01: the CSV follows the filter and the columns', async () => {
    const list = await readFile(await (await exportTable(page, 'CSV')).path(), 'utf8');
    expect(list.split('\r\n')[0]).toMatch(/Number,Name,Status,Description/);
    for (const { name } of asked) expect(list).toContain(name);
  });
  const name = `Ceļu bojājumi: mēneša pārskats ${Date.now()}`;
  await test.step('D-REP-03: the filter becomes a report that is shared, with a preview, a table and a chart', async () => {
    await page.getByRole('button', { name: 'New custom report' }).click();
    const form = page.getByRole('form', { name: 'New report' });
    await form.getByLabel('Name').fill(name);
    await expect(form.getByRole('combobox', { name: 'Period' })).toHaveValue('Last month');
    await form.getByRole('switch', { name: 'Shared' }).check({ force: true });
    const preview = page.getByRole('region', { name: 'Preview' }).first();
    // The filter has come along.
    await expect(preview.getByText(countText(asked.length), { exact: true })).toBeVisible();
    await expect(preview.getByText(`Status: ${status}`)).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Chart of the table below' })).toBeVisible();
    await expect(
      page
        .getByRole('row', { name: new RegExp(`^${status}`) })
        .getByRole('cell')
        .nth(1),
    ).toHaveText(String(asked.length));
  });
  await test.step('D-REP-03: its result is exported as CSV', async () => {
    const csv = await readFile(await (await exported(page, 'CSV')).path(), 'utf8');
    expect(csv).toContain(`${status},${asked.length},`);
    expect(csv).toContain(`Total,${asked.length},`);
  });
  await test.step('D-REP-03: its result is exported as PDF', async () => {
    const pdf = await exported(page, 'PDF');
    expect(pdf.suggestedFilename()).toMatch(/^Ceļu bojājumi.* mēneša pārskats \d+\.pdf$/);
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', await pdf.path(), '-']);
    expect(stdout).toContain('Ceļu bojājumi: mēneša pārskats');
    expect(stdout).toContain(`${typed(first)} – ${typed(last)}`);
    expect(stdout).toMatch(new RegExp(`${status}\\s+${asked.length}\\s`));
    expect(stdout).toMatch(new RegExp(`Total\\s+${asked.length}\\s`));
  });
  await test.step('D-REP-03: colleagues find the report, and its author deletes it', async () => {
    const shared = await request.get('/api/v1/reports/custom', { headers: authorizationOf('admin') });
    expect(await shared.json()).toContainEqual(expect.objectContaining({ name, shared: true }));
    await page.getByRole('button', { name: 'Back to the reports' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  });
  await page.close();
});
