import type { Page } from '@playwright/test';

/** No screen makes layers server-side yet, so this patches the answer of the list. */
export async function makeServerside(page: Page, name: string): Promise<void> {
  await page.route('**/api/v1/classifiers/layers', async (route) => {
    const answer = await route.fetch();
    const groups = (await answer.json()) as { childClassifiers: { name: string; serverside: boolean }[] }[];
    for (const layer of groups.flatMap(({ childClassifiers }) => childClassifiers)) {
      if (layer.name === name) layer.serverside = true;
    }
    await route.fulfill({ response: answer, json: groups });
  });
}
