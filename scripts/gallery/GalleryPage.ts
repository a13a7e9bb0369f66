import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { rootDir, runCommand } from '../runCommand.ts';

const source = 'packages/cartography/examples/style-gallery';
const origin = 'http://gallery.test';

/** Approved image, rendered by the server and checked by a person. */
export const approvedImage = join(rootDir, source, 'expected.png');

/** The style gallery, built and opened in a browser page without network access. */
export class GalleryPage {
  readonly #page: Page;
  readonly #built: string;

  private constructor(page: Page, built: string) {
    this.#page = page;
    this.#built = built;
  }

  static async open(page: Page): Promise<GalleryPage> {
    const built = await mkdtemp(join(tmpdir(), 'pgis-gallery-'));
    const options = ['--outDir', built, '--emptyOutDir', '--logLevel', 'warn'];
    const { code, output } = await runCommand('vite', ['build', source, ...options], { output: 'keep' });
    if (code !== 0) throw new Error(`the gallery could not be built\n${output}`);
    await page.route(`${origin}/**`, (route) =>
      route.fulfill({ path: join(built, new URL(route.request().url()).pathname) }),
    );
    await page.goto(`${origin}/index.html`);
    await page.locator('#page[data-ready]').waitFor();
    return new GalleryPage(page, built);
  }

  /** Returns the drawing of OpenLayers, without captions, as a PNG with a pixel for each of the page. */
  async readMap(): Promise<Buffer> {
    const url = await this.#page
      .locator('#map canvas')
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#built, { recursive: true, force: true });
  }
}
