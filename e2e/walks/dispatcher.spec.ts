import type { RoutingRules } from '@pgis/contract';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { signedInAs } from '../support/accounts.ts';
import { listMails } from '../support/mails.ts';
import { addObject, authorizationOf } from '../support/objects.ts';
import { StyleLayer } from '../support/styleLayer.ts';
import { expect, test } from '../support/test.ts';

test.use({ storageState: signedInAs('admin') });

/** Position without other objects. */
const position = [27.6, 56.6] as const;
const DUPLICATES = 5;
const ANSWERED = 10;
const LAMPS = 24;
const HOLES = 20;

const headers = () => authorizationOf('admin');
const check = async (answer: APIResponse): Promise<APIResponse> => {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
  return answer;
};

/** Replaces the routing rules of the company and returns those there were. */
async function putRules(request: APIRequestContext, rules: readonly object[]): Promise<RoutingRules> {
  const before = (await (
    await check(await request.get('/api/v1/routing-rules', { headers: headers() }))
  ).json()) as RoutingRules;
  const data = { version: before.version, rules };
  await check(await request.put('/api/v1/routing-rules', { headers: headers(), data }));
  return before;
}

/** Undoes what belongs to the whole company, whether the test has passed, failed or run out of time. */
const undo: (() => Promise<unknown>)[] = [];
test.afterEach(async ({ page }) => {
  await page.goto('about:blank');
  for (const step of undo.splice(0)) await step();
});

const mailsOf = (tag: string) => listMails().filter(({ to }) => to.includes(tag));

test('the day of a dispatcher without a mouse: 50 reports routed, five merged, ten answered by template, one escalated', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const tag = `${Date.now() % 1e7}.dispatch.example`;
  await using layer = await StyleLayer.make(request, 'Street faults', {
    ...{ values: [], position, isOpen: true },
    caseLayer: { dueDays: 5, days: 'working' },
  });
  const { people } = (await (
    await check(await request.get(`/api/v1/cases/assignees/${layer.id}`, { headers: headers() }))
  ).json()) as { people: { id: number; name: string }[] };
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? 0;
  const rule = (words: readonly string[], assigneeId: number | null) => ({
    ...{ isEnabled: true, layerIds: [layer.id], areaWkt: null, areaObjectId: null, words, assigneeId },
    ...{ unitId: null, priority: null, dueDays: 2, days: 'calendar', escalation: null },
  });
  const rules = [rule(['lamp'], idOf('Jānis Kalniņš')), rule([], idOf('Ilze Bērziņa'))];
  const earlier = await putRules(request, rules);
  undo.push(() => putRules(request, earlier.rules));
  const template = await check(
    await request.post('/api/v1/reply-templates', {
      headers: headers(),
      data: {
        ...{ name: 'Lamp is on the list', layerIds: [layer.id], statusId: null },
        texts: { en: 'The lamp at {address} will be checked.', lv: 'Lampu ({address}) pārbaudīs.' },
      },
    }),
  );
  const { id: templateId } = (await template.json()) as { id: number };
  undo.push(async () =>
    check(await request.delete(`/api/v1/reply-templates/${templateId}`, { headers: headers() })),
  );
  const report = (kind: string, index: number, step = 0.01): Promise<number> =>
    addObject(request, 'admin', {
      layer: layer.id,
      name: `${kind} ${index + 1}`,
      description: `The ${kind} at the school`,
      at: [position[0] + (index % 10) * step, position[1] + Math.floor(index / 10) * step],
      userEmail: `r${index}.${kind}@${tag}`,
    });
  const reports = (kind: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => report(kind, index)));
  await reports('lamp', LAMPS);
  await reports('hole', HOLES);
  // One after another, so that the oldest is the first.
  for (let index = 0; index < DUPLICATES; index += 1) await report('bench', index, 0.0001);
  const escalatedId = await report('tree', 30);

  await test.step('the rules have given 50 reports to two people', async () => {
    await page.goto(`/#/en/inbox?tab=all&layer=${layer.id}&sort=oldest`);
    await expect(page.getByText('50 cases', { exact: true })).toBeVisible();
    await page.goto(`/#/en/inbox?tab=mine&layer=${layer.id}&sort=oldest`);
    await expect(page.getByText(`${50 - LAMPS} cases`, { exact: true })).toBeVisible();
  });

  const rows = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await test.step('X, J and M merge five of them', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('bench');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(DUPLICATES);
    for (let index = 1; index <= DUPLICATES; index += 1) {
      await page.keyboard.press('j');
      await expect(heading(`bench ${index}`)).toBeVisible();
      await page.keyboard.press('x');
    }
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge cases' });
    await expect(dialog.getByRole('radio', { name: 'Stays' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rows).toHaveCount(1);
  });

  await test.step('R and a template answer ten lamps, one after another', async () => {
    await page.goto(`/#/en/inbox?tab=all&layer=${layer.id}&sort=oldest&q=lamp`);
    await expect(page.getByText(`${LAMPS} cases`, { exact: true })).toBeVisible();
    for (let index = 0; index < ANSWERED; index += 1) await answer(page, index === 0);
  });

  await test.step('what citizens press for is escalated, and somebody is told', async () => {
    await check(
      await request.post(`/api/v1/geoms/${escalatedId}/upvote`, { headers: authorizationOf('editor') }),
    );
    const escalation = { votes: 1, ageDays: null, silentDays: null, tellId: idOf('Jānis Kalniņš') };
    const { rules: saved } = (await (
      await request.get('/api/v1/routing-rules', { headers: headers() })
    ).json()) as RoutingRules;
    await putRules(request, [
      { ...rules[0], id: saved[0]?.id },
      { ...rules[1], id: saved[1]?.id, escalation },
    ]);
    await page.goto(`/#/en/inbox?tab=all&layer=${layer.id}&q=tree`);
    await expect(async () => {
      await page.reload();
      await expect(rows.first()).toContainText('High', { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  });

  await test.step('each reporter of an answered lamp has one answer, and those of merged benches are told', async () => {
    const answers = () => mailsOf(`lamp@${tag}`).filter(({ text }) => /will be checked|pārbaudīs/.test(text));
    await expect.poll(() => answers().length).toBe(ANSWERED);
    expect(new Set(answers().map(({ to }) => to)).size).toBe(ANSWERED);
    // Everybody has a receipt as well.
    await expect.poll(() => mailsOf(`lamp@${tag}`).length).toBe(LAMPS + ANSWERED);
    await expect.poll(() => mailsOf(`bench@${tag}`).length).toBe(DUPLICATES + DUPLICATES - 1);
  });
  // The layer goes before the page does, which would ask for the photos of its objects.
  await page.goto('about:blank');
});

/** Opens the next case and answers it by the first template. */
async function answer(page: Page, isFirst: boolean): Promise<void> {
  const heading = page.getByRole('heading', { name: /^lamp \d+$/ });
  const before = isFirst ? null : await heading.textContent();
  await page.keyboard.press('j');
  if (before === null) await expect(heading).toBeVisible();
  else await expect(heading).not.toHaveText(before);
  await page.keyboard.press('r');
  const note = page.getByRole('textbox', { name: 'Internal note' });
  const text = page.getByRole('textbox', { name: 'Public reply' });
  await expect(note.or(text)).toBeFocused();
  // The kind of an answer stays for the session.
  if (isFirst) {
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(text).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Lamp is on the list/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Find a template' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/will be checked|pārbaudīs/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first()).toContainText(
    'Public',
  );
}
