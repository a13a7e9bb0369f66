import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { MapScreen } from './MapScreen.ts';

export { expect };

/** Console errors of a page; a test fails when there are any at its end. */
class Complaints {
  readonly #allowed: RegExp[] = [];
  readonly #found: string[] = [];

  /** Allows a console message that the test provokes, such as an answer of 401. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  listen(page: Page): void {
    page.on('pageerror', (error) => this.#found.push(`uncaught: ${error.message}`));
    page.on('console', (message) => this.#hear(message));
  }

  list(): readonly string[] {
    return this.#found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
  }

  /** Chromium writes violations of the content security policy as errors too. */
  #hear(message: ConsoleMessage): void {
    if (message.type() === 'error') this.#found.push(`${message.text()} (${message.location().url})`);
  }
}

interface Fixtures {
  readonly complaints: Complaints;
  readonly map: MapScreen;
}

/** Every test fails when the console shows an error that it has not announced. */
export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      context.on('page', (page) => complaints.listen(page));
      await use(complaints);
      expect(complaints.list(), 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  map: async ({ page }, use) => {
    await use(new MapScreen(page));
  },
});
