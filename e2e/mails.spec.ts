import { freshVisitor, signedInAs } from './support/accounts.ts';
import { linkIn, mailsTo } from './support/mails.ts';
import { deleteObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

const position = [24.3, 56.4] as const;

test('D-OBJ-07 D-CLS-07 D-UI-05: a citizen gets a receipt whose link shows the waiting report in any browser, then news, and ends them with one click', async ({
  page,
  map,
  browser,
  request,
}) => {
  const email = `zane${Date.now()}@citizen.example`;
  await map.open({ language: 'lv', center: position, zoom: 16, layers: ['Illegal dumping'] });
  await map.tool('Zīmēt punktu').click();
  await map.area.click({ position: { x: 400, y: 300 } });
  const dialog = page.getByRole('dialog', { name: 'Pievienot objektu' });
  await dialog.getByRole('combobox', { name: 'Slānis' }).click();
  await page
    .getByRole('option', { name: 'Nelegālas izgāztuves' })
    .or(page.getByRole('option', { name: 'Illegal dumping' }))
    .click();
  await dialog.getByLabel('Adrese').fill('Meža ceļš 7');
  await dialog.getByRole('textbox', { name: 'Apraksts', exact: true }).fill('Riepas grāvī');
  await dialog.getByLabel('E-pasts').fill(email);
  await test.step('D-OBJ-07: a line beside the field says what the e-mail is for', () =>
    expect(dialog.getByText('Nosūtīsim apstiprinājumu un jaunumus.')).toBeVisible());
  await dialog.getByRole('button', { name: 'Saglabāt' }).click();
  await expect(page.getByRole('dialog', { name: 'Paldies' })).toBeVisible();
  const receipt = await test.step('D-OBJ-07: the reporter gets a receipt', async () => {
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const [receipt] = mailsTo(email);
    expect(receipt?.subject).toMatch(/^Jūsu ziņojums \d+-\d+ ir saņemts$/);
    return receipt;
  });
  // Another browser does not have the reporter's cookie.
  const elsewhere = await (await browser.newContext({ storageState: freshVisitor })).newPage();
  const id = await test.step('D-CLS-07: by its link the reporter sees the waiting report', async () => {
    await elsewhere.goto(linkIn(receipt, 'report'));
    await expect(elsewhere.getByRole('heading', { name: 'Meža ceļš 7' })).toBeVisible();
    await expect(elsewhere.getByText('Mēs pārbaudām jūsu ziņojumu.')).toBeVisible();
    await elsewhere.getByRole('link', { name: 'Rādīt kartē' }).click();
    await expect(elsewhere.getByRole('table', { name: 'Objekta dati' })).toContainText('Meža ceļš 7');
    await expect(elsewhere.getByRole('region', { name: 'Gaida pārbaudi' })).toBeVisible();
    return Number(/object=(\d+)/.exec(elsewhere.url())?.[1]);
  });
  const clerk = await (await browser.newContext({ storageState: signedInAs('editor') })).newPage();
  await clerk.goto(`/#/en/dashboard?object=${id}`);
  await clerk.getByRole('button', { name: 'Add comment' }).click();
  const form = clerk.getByRole('dialog', { name: 'Edit object' }).getByRole('group', { name: 'Add comment' });
  await form.getByRole('combobox', { name: 'Status' }).click();
  await clerk.getByRole('option', { name: 'Planned' }).click();
  await form.getByRole('textbox', { name: 'Comment' }).fill('Savāksim piektdien');
  const news =
    await test.step('D-UI-05: the switch Public is off at first, and a public comment sends a mail', async () => {
      const isPublic = form.getByRole('switch', { name: 'Public' });
      await expect(isPublic).not.toBeChecked();
      await isPublic.check({ force: true });
      await form.getByRole('button', { name: 'Add comment' }).click();
      await expect.poll(() => mailsTo(email).length).toBe(2);
      const news = mailsTo(email)[1];
      expect(news?.subject).toMatch(/: Ieplānots$/);
      expect(news?.text).toContain('> Savāksim piektdien');
      return news;
    });
  await test.step('D-OBJ-07: one click ends the mails', async () => {
    await elsewhere.goto(linkIn(news, 'mails'));
    await elsewhere.getByRole('button', { name: 'Vairs nesūtīt' }).click();
    await expect(elsewhere.getByText('vairs netiek sūtītas vēstules')).toBeVisible();
    await elsewhere.reload();
    await expect(elsewhere.getByRole('button', { name: 'Atkal sūtīt vēstules' })).toBeVisible();
  });
  await elsewhere.context().close();
  await clerk.context().close();
  await deleteObject(request, 'admin', id);
});

test('a link that is not ours says so', async ({ page, complaints }) => {
  complaints.allow(/status of 400/);
  await page.goto('/#/en/mails/1.abc');
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
});
