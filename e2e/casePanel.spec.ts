import { signedInAs } from './support/accounts.ts';
import { authorizationOf, toWkt } from './support/objects.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

const position = [27.1, 56.9] as const;

test('a clerk approves two reports one after another and answers by a template; notes stay inside', async ({
  page,
  request,
  browser,
}) => {
  await using layer = await StyleLayer.make(request, 'Broken lamps', {
    values: [],
    position,
    caseLayer: { dueDays: 5, days: 'working' },
    isReviewed: true,
  });
  const template = await request.post('/api/v1/reply-templates', {
    headers: authorizationOf('admin'),
    data: {
      name: 'Lamp is on the list',
      layerIds: [layer.id],
      statusId: null,
      texts: { en: 'The lamp at {address} will be checked.' },
    },
  });
  const { id: templateId } = await template.json();
  for (const [index, name] of ['Lamp one', 'Lamp two'].entries()) {
    const answer = await request.post('/api/v1/geoms/add', {
      data: {
        wkt: toWkt([position[0] + index * 0.01, position[1]]),
        ...{ name, description: 'It is dark', classId: layer.id },
      },
    });
    expect(answer.status()).toBe(201);
  }
  await page.goto(`/#/en/inbox?tab=waiting&layer=${layer.id}&sort=oldest`);
  const rows = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  await test.step('Y approves and opens the next one, and the button the last one', async () => {
    await page.getByText('2 cases', { exact: true }).click();
    await page.keyboard.press('j');
    await expect(heading('Lamp one')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Waiting for review' })).toBeVisible();
    await page.keyboard.press('y');
    await expect(heading('Lamp two')).toBeVisible();
    await page.getByRole('button', { name: 'Approve and next' }).click();
    await expect(page.getByRole('region', { name: 'Waiting for review' })).toHaveCount(0);
  });

  const activity = page.getByRole('list', { name: 'Activity' });
  await test.step('R opens the reply; a note is for colleagues', async () => {
    await page.goto(`/#/en/inbox?tab=all&layer=${layer.id}&sort=oldest`);
    await rows.filter({ hasText: 'Lamp two' }).getByRole('button').click();
    await expect(heading('Lamp two')).toBeVisible();
    await page.keyboard.press('r');
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await expect(note).toBeFocused();
    await note.fill('Electricians know');
    await page.keyboard.press('Control+Enter');
    await expect(activity.getByRole('listitem').first()).toContainText('Electricians know');
  });

  await test.step('a template fills in the address, and is sent with a status', async () => {
    await page.keyboard.press('r');
    await page.getByText('Public reply', { exact: true }).click();
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('button', { name: /^Lamp is on the list/ }).click();
    await expect(page.getByRole('textbox', { name: 'Public reply' })).toHaveValue(
      'The lamp at Lamp two will be checked.',
    );
    await page.getByRole('combobox', { name: 'Status', exact: true }).click();
    await page.getByRole('option', { name: 'Planned', exact: true }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(activity.getByRole('listitem').first()).toContainText('Planned');
    await expect(activity).toContainText('Object approved');
  });

  await test.step('a visitor reads the reply in the same panel, without names and notes', async () => {
    const id = await rows.filter({ hasText: 'Lamp two' }).locator('[data-case]').getAttribute('data-case');
    const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
    await visitor.goto(`/#/en/dashboard?object=${id}`);
    const seen = visitor.getByRole('list', { name: 'Activity' });
    await expect(seen.getByRole('listitem')).toHaveCount(2);
    await expect(seen).toContainText('The lamp at Lamp two will be checked.');
    await expect(seen).not.toContainText('Electricians');
    await expect(seen).not.toContainText('Kalniņš');
    await visitor.close();
  });
  await page.goto('about:blank');
  await request.delete(`/api/v1/reply-templates/${templateId}`, { headers: authorizationOf('admin') });
});
