import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';

const guides = [
  { language: 'en', help: 'Help', close: 'Close', button: 'Find your way and report a problem' },
  { language: 'ru', help: 'Справка', close: 'Закрыть', button: 'Как найти место и сообщить о проблеме' },
  { language: 'lv', help: 'Palīdzība', close: 'Aizvērt', button: 'Orientēties kartē un ziņot par problēmu' },
] as const;

for (const { language, help, close, button } of guides) {
  test(`HELP-01 HELP-02: the guide in ${language} is downloaded under its own name, and opens with its images`, async ({
    page,
    map,
  }) => {
    await map.open({ language });
    await page.getByRole('button', { name: help }).first().click();
    const dialog = page.getByRole('dialog', { name: help });
    await test.step('HELP-01: the dialog has a title, a button for the guide, and Close', async () => {
      await expect(dialog.getByRole('heading', { name: help })).toBeVisible();
      await expect(dialog.getByRole('button', { name: button })).toBeVisible();
      await expect(dialog.getByRole('button', { name: close }).last()).toHaveText(close);
    });
    const file = await test.step('HELP-02: the guide is saved under its own name', async () => {
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: button }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`${button}.html`);
      return file;
    });
    await test.step('its heading and images are shown', async () => {
      await page.setContent(await readFile(await file.path(), 'utf8'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(button);
      const widths = () =>
        page
          .locator('img')
          .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
      await expect.poll(async () => (await widths()).every((width) => width > 300)).toBe(true);
      expect(await widths()).toHaveLength(4);
    });
  });
}
