import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { MapScreen, toMercator } from './support/MapScreen.ts';
import { noticeRead } from './support/noticeRead.ts';
import { addObject, readObject } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

/** Opens a second browser, that of a visitor, beside the clerk's. */
async function openVisitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const url = baseURL ?? '';
  const context = await browser.newContext({
    baseURL: url,
    storageState: { ...freshVisitor, cookies: [noticeRead(url)] },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Riga',
    reducedMotion: 'reduce',
  });
  return await context.newPage();
}

const addDamage = (request: APIRequestContext, name: string, at: readonly [number, number]) =>
  addObject(request, 'editor', { layer: 'Road damage', name, at });
const info = (page: Page) => page.getByRole('table', { name: 'Object data' });
const comments = (container: Page | Locator) =>
  container.getByRole('list', { name: 'Comments' }).getByRole('listitem');
const linkTo = (id: number) => `/#/en/dashboard?object=${id}`;

test('COMM-01 COMM-05 DRAW-13 DATA-25 D-CLS-03 INFO-06: a clerk comments publicly and internally, a visitor reads the public comment and its status', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const id = await addDamage(request, 'Comment street 1', [23.3, 57.31]);
  await page.goto(linkTo(id));
  await page.getByRole('button', { name: 'Add comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  const form = dialog.getByRole('group', { name: 'Add comment' });
  const add = async (status: string, content: string, isPublic: boolean) => {
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: status }).click();
    await form.getByRole('textbox', { name: 'Comment' }).fill(content);
    if (isPublic) await form.getByRole('switch', { name: 'Public' }).check({ force: true });
    const added = page.waitForResponse((answer) => answer.url().endsWith('/comment'));
    await form.getByRole('button', { name: 'Add comment' }).click();
    expect((await added).status()).toBe(200);
    await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  };
  await test.step('COMM-01: the form asks for a status and a content', async () => {
    await form.getByRole('button', { name: 'Add comment' }).click();
    await expect(form.getByText('Fill in this field')).toHaveCount(2);
  });
  await test.step('COMM-05 DRAW-13: comments are added and deleted in edit mode', async () => {
    await add('Planned', 'A crew comes on Friday', true);
    await expect(form.getByRole('switch', { name: 'Public' })).not.toBeChecked();
    await add('In progress', 'The supplier is late', false);
    await add('Done', 'By mistake', false);
    await expect(comments(dialog)).toHaveCount(3);
    await comments(dialog)
      .first()
      .getByRole('button', { name: /^Delete the comment/ })
      .click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Yes' }).click();
    await expect(comments(dialog)).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('INFO-06: the clerk reads the latest comment among the data', async () => {
    await expect(info(page)).toContainText('The supplier is late');
    await expect(comments(page).first()).toContainText('Internal');
    await expect(comments(page).last()).toContainText('Jānis Kalniņš');
  });
  await test.step('DATA-25: a comment has its date and time', async () => {
    await expect(comments(page).first()).toContainText(/\d\d\.\d\d\.\d{4} \d\d:\d\d/);
  });
  await test.step('D-CLS-03: a visitor reads the public comment and its status only', async () => {
    const visitor = await openVisitor(browser, baseURL);
    await visitor.goto(linkTo(id));
    await expect(info(visitor)).toContainText('A crew comes on Friday');
    await expect(info(visitor)).toContainText('Planned');
    await expect(comments(visitor)).toHaveCount(1);
    await expect(visitor.getByText('The supplier is late')).toHaveCount(0);
    await expect(visitor.getByText('Jānis Kalniņš')).toHaveCount(0);
    await visitor.context().close();
  });
});

test('INFO-04 INFO-05 API-GEOM-04 D-OBJ-06: a visitor votes once, also after coming back', async ({
  browser,
  baseURL,
  request,
}) => {
  const id = await addDamage(request, 'Vote street 1', [23.3, 57.33]);
  const visitor = await openVisitor(browser, baseURL);
  await visitor.goto(linkTo(id));
  const upvote = visitor.getByRole('button', { name: /^Upvote/ });
  await test.step('INFO-04: a visitor who may vote has the button', () =>
    expect(upvote).toHaveText('Upvote 0'));
  await test.step('API-GEOM-04: the vote is sent with an empty body', async () => {
    const sent = visitor.waitForRequest(new RegExp(`/api/v1/geoms/${id}/upvote$`));
    await upvote.click();
    expect([(await sent).method(), (await sent).postData()]).toEqual(['POST', null]);
  });
  await test.step('INFO-05: the vote is counted, and the button is gone', async () => {
    await expect(visitor.getByText('1 vote', { exact: true })).toBeVisible();
    await expect(upvote).toHaveCount(0);
  });
  await test.step('D-OBJ-06: the visitor who comes back cannot vote again', async () => {
    await visitor.reload();
    await expect(visitor.getByText('1 vote', { exact: true })).toBeVisible();
    await expect(upvote).toHaveCount(0);
    await visitor.context().close();
  });
  await test.step('INFO-04: another visitor has the button', async () => {
    const another = await openVisitor(browser, baseURL);
    await another.goto(linkTo(id));
    await expect(another.getByRole('button', { name: 'Upvote 1' })).toBeVisible();
    await another.context().close();
  });
});

test('D-CLS-07 D-OBJ-13: a report waits, is approved and hidden again, and its reporter reads why by the link', async ({
  page,
  map,
  browser,
  baseURL,
  complaints,
}) => {
  const position = [23.34, 57.37] as const;
  const reporter = await openVisitor(browser, baseURL);
  const reporterMap = new MapScreen(reporter);
  await reporterMap.open({ center: position, zoom: 15 });
  await reporterMap.tool('Draw a point').click();
  await reporterMap.click(position);
  const dialog = reporter.getByRole('dialog', { name: 'Add object' });
  await dialog.getByRole('combobox', { name: 'Layer' }).click();
  await reporter.getByRole('option', { name: 'Illegal dumping' }).click();
  await dialog.getByLabel('Address').fill('Review street 1');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Old fridge');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const thanks = reporter.getByRole('dialog', { name: 'Thank you' });
  await test.step('D-CLS-07: the reporter reads that a review comes first', () =>
    expect(thanks).toContainText('Others will see it after a review'));
  const link = await test.step('D-OBJ-13: the thank-you note has the link of the object', async () => {
    const link = await thanks.getByLabel('Follow your report with this link').inputValue();
    expect(link).toMatch(/#\/en\/dashboard\?object=\d+$/);
    return link;
  });
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await test.step('D-OBJ-13: the reporter sees by it that the report waits, and cannot approve it', async () => {
    await reporter.goto(link);
    await reporter.reload();
    await expect(reporter.getByRole('region', { name: 'Waiting for review' })).toBeVisible();
    await expect(reporter.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });
  complaints.allow(/404/);
  const other = await openVisitor(browser, baseURL);
  await test.step('D-CLS-07: other visitors do not see it', async () => {
    await other.goto(link);
    await expect(other.getByText(/does not exist any more/)).toBeVisible();
    await expect(info(other)).toHaveCount(0);
  });
  const line = map.layerRow('Illegal dumping').getByRole('button', { name: /for review/ });
  await test.step('D-CLS-07: a user with Write finds it under its layer and approves it', async () => {
    await map.open({ center: [23.9, 56.9], zoom: 12 });
    await expect(line).toBeVisible();
    const before = Number((await line.textContent())?.match(/\d+/)?.[0]);
    await line.click();
    await expect(page.getByRole('region', { name: 'Waiting for review' })).toBeVisible();
    await page.goto(link);
    await expect(info(page)).toContainText('Review street 1');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Approved: visible to everyone')).toBeVisible();
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await expect(line).toHaveText(new RegExp(`^${before - 1} `));
  });
  await test.step('D-CLS-07: other visitors see it now', async () => {
    await other.reload();
    await expect(info(other)).toContainText('Review street 1');
    await other.context().close();
  });
  await test.step('D-CLS-07: a user with Write hides it with a reason', async () => {
    await page.getByRole('tab', { name: 'Object data' }).click();
    await page.getByRole('button', { name: 'Hide…' }).click();
    await page.getByLabel('Reason').fill('It shows a person');
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Hidden from visitors' })).toContainText(
      'It shows a person',
    );
  });
  await test.step('D-OBJ-13: the reporter reads the reason by the link', async () => {
    await reporter.reload();
    await expect(reporter.getByRole('region', { name: 'Hidden from visitors' })).toContainText(
      'Reason: It shows a person',
    );
    await reporter.context().close();
  });
  await test.step('D-CLS-07: other visitors do not see it any more', async () => {
    const stranger = await openVisitor(browser, baseURL);
    await stranger.goto(link);
    await expect(stranger.getByText(/does not exist any more/)).toBeVisible();
    await stranger.context().close();
  });
});

test('D-OBJ-06: who is about to report what is there already votes for it instead', async ({
  browser,
  baseURL,
  request,
}) => {
  const position = [23.36, 57.39] as const;
  const id = await addObject(request, 'editor', {
    layer: 'Road damage',
    name: 'Twice street 1',
    description: 'The same pothole',
    at: position,
  });
  const visitor = await openVisitor(browser, baseURL);
  const map = new MapScreen(visitor);
  await map.open({ center: position, zoom: 18 });
  await map.tool('Draw a point').click();
  const { x, y } = await map.pixelOf(position);
  await visitor.mouse.click(x + 40, y);
  const dialog = visitor.getByRole('dialog', { name: 'Add object' });
  const hint = dialog.getByRole('region', { name: 'Already reported nearby' });
  await expect(hint).toContainText('The same pothole');
  await expect(hint).toContainText('13 m away');
  await hint.getByRole('button', { name: /\+1 Twice street 1/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(info(visitor)).toContainText('Twice street 1');
  await expect(visitor.getByText('1 vote', { exact: true })).toBeVisible();
  expect(await readObject(request, id)).toMatchObject({ upvoteCount: 1 });
  const [nearX, nearY] = toMercator(position);
  const around = { minx: nearX - 200, maxx: nearX + 200, miny: nearY - 200, maxy: nearY + 200, zoom: 18 };
  const answer = await request.post('/api/v1/geoms/features', {
    data: { ...around, classifiers: [layerIdOf('Road damage')] },
  });
  expect((await answer.json()) as unknown[]).toHaveLength(1);
  await visitor.context().close();
});
