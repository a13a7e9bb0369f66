import { expect, type Page } from '@playwright/test';

/** Waits until a draft with this text is stored in the browser. */
export async function expectDraft(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(readDrafts)).toContain(text);
}

/** Runs in the page. */
function readDrafts(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pgis-drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('drafts').objectStore('drafts').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(JSON.stringify(reading.result));
      };
    };
  });
}
