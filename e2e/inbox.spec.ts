import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { expectUsableInLightAndDark } from './support/expectUsable.ts';
import { listCutOff } from './support/phoneChecks.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

const caseLayer = { dueDays: 5, days: 'working' } as const;
const position = [26.9, 57.1] as const;

const rows = (page: Page) => page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const listButton = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name });

test('a dispatcher goes through the open cases by keys, assigns two, and closes one with an answer', async ({
  page,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Broken benches', {
    values: ['a', 'b', 'c'],
    position,
    caseLayer,
  });
  await page.goto('/#/en/inbox');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Inbox' }).click();

  await test.step('list, filter and order stand in the address', async () => {
    await listButton(page, /^All open/).click();
    await page.getByRole('combobox', { name: 'Layer' }).click();
    await page.getByRole('option', { name: layer.name }).click();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Oldest' }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('Square a');
    await expect(page).toHaveURL(/tab=all/);
    await page.reload();
    await expect(rows(page).first()).toContainText('Square a');
    await page.getByRole('searchbox', { name: 'Find in the list' }).fill('Square b');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Find in the list' }).fill('');
    await expect(rows(page)).toHaveCount(3);
  });

  const title = (name: string) => page.getByRole('heading', { name, exact: true });
  await test.step('J and K go through the list; the panel and the map show the case', async () => {
    await page.getByText('3 cases', { exact: true }).click();
    await page.keyboard.press('j');
    await expect(title('Square a')).toBeVisible();
    await page.keyboard.press('j');
    await expect(title('Square b')).toBeVisible();
    await expect(rowOf(page, 'Square b').getByRole('button')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('k');
    await expect(title('Square a')).toBeVisible();
  });

  await test.step('A leads to the assignee; what is chosen there stands in the list', async () => {
    await page.keyboard.press('a');
    const assignee = page.getByRole('combobox', { name: 'Assignee' });
    await expect(assignee).toBeFocused();
    await assignee.click();
    await page.getByRole('option', { name: /^Jānis Kalniņš/ }).click();
    await expect(rowOf(page, 'Square a')).toContainText('Jānis Kalniņš');
  });

  await test.step('ticked cases are assigned together, and Undo gives each back to whom it had', async () => {
    await page.getByRole('checkbox', { name: 'Select Square a' }).check();
    await page.getByRole('checkbox', { name: 'Select Square b' }).check();
    const bar = page.getByRole('region', { name: 'Selected cases' });
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('combobox', { name: 'Assign to…' }).click();
    await page.getByRole('option', { name: /^Ilze Bērziņa/ }).click();
    await expect(rowOf(page, 'Square a')).toContainText('Ilze Bērziņa');
    await expect(rowOf(page, 'Square b')).toContainText('Ilze Bērziņa');
    await expect(bar).toHaveCount(0);
    await listButton(page, /^Mine/).click();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.goBack();
    await expect(rowOf(page, 'Square a')).toContainText('Jānis Kalniņš');
    await expect(rowOf(page, 'Square b')).toContainText('Nobody');
  });

  await test.step('an answer that closes a case takes it from the list, and the next one is shown', async () => {
    await rowOf(page, 'Square a').getByRole('button').click();
    await expect(title('Square a')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Square a' }).check();
    await page.getByRole('button', { name: 'Status and answer…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer 1 case' });
    await dialog.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Done', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('A new bench stands there');
    await dialog.getByRole('button', { name: 'Add comment' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rowOf(page, 'Square a')).toHaveCount(0);
    await expect(title('Square b')).toBeVisible();
  });

  await test.step('a new case waits behind a line and does not move the list', async () => {
    await layer.addPoint([position[0], position[1] + 0.02], 'Bench without a back');
    const line = page.getByRole('button', { name: '1 new case' });
    // The numbers are asked for every 20 s, and when the user comes back to the page.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(line).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await line.click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('X, M, arrows and Enter merge two cases, and Undo makes them two again', async () => {
    await rowOf(page, 'Square b').getByRole('button').click();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await expect(title('Square b')).toHaveCount(0);
    await page.keyboard.press('x');
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge cases' });
    const merge = dialog.getByRole('button', { name: /^Merge into/ });
    const proposed = await merge.textContent();
    await expect(dialog.getByRole('radio', { name: 'Stays' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(merge).not.toHaveText(proposed ?? '');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
    // The newest message is the first.
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('figures of the casework report open their lists, and a filter can be taken away there', async () => {
    await page.goto(`/#/en/reports/casework?layer=${layer.id}`);
    await expect(page.getByRole('link', { name: 'Open: 3', exact: true })).toBeVisible();
    await expectUsableInLightAndDark(page, 'casework');
    await page.getByRole('link', { name: '0–2 days: 3 open, 0 overdue' }).click();
    await expect(rows(page)).toHaveCount(3);
    await page.goBack();
    await page
      .getByRole('row', { name: /^All/ })
      .getByRole('link', { name: '1', exact: true })
      .last()
      .click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, 'Square a')).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter Closed/ }).click();
    await expect(rows(page)).toHaveCount(3);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the list fits, a case opens over it, and the map is one button away', async ({ page, request }) => {
    await using layer = await StyleLayer.make(request, 'Broken swings', { position, caseLayer });
    const listCutTabs = () =>
      page
        .getByRole('navigation', { name: /^(Saraksti|Списки)$/ })
        .locator('button > *')
        .evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
        );
    await page.goto(`/#/ru/inbox?tab=all&layer=${layer.id}`);
    await expect(page.getByRole('list', { name: 'Обращения' }).getByRole('listitem')).toHaveCount(1);
    expect(await listCutTabs()).toEqual([]);
    await page.goto(`/#/lv/inbox?tab=all&layer=${layer.id}`);
    await expect(page.getByRole('list', { name: 'Pieteikumi' }).getByRole('listitem')).toHaveCount(1);
    await expect.poll(() => listCutOff(page)).toEqual([]);
    expect(await listCutTabs()).toEqual([]);
    await page
      .getByRole('list', { name: 'Pieteikumi' })
      .getByRole('button', { name: /Square a/ })
      .tap();
    await expect(page.getByRole('heading', { name: 'Square a', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Karte', exact: true }).tap();
    await expect(page.getByRole('application')).toBeVisible();
    await page.goto(`/#/lv/reports/casework?layer=${layer.id}`);
    await expect(page.getByRole('link', { name: 'Atvērti: 1', exact: true })).toBeVisible();
    await expect.poll(() => listCutOff(page)).toEqual([]);
    // Nothing asks for the case any more when its layer is deleted.
    await page.goto('about:blank');
  });
});
