import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MapLayer } from '@pgis/contract';
import { resolutionFromZoom, toMercator } from '@pgis/geo';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { rootDir } from '../runCommand.ts';
import { StageObjects } from './StageObjects.ts';

export type Language = 'en' | 'ru' | 'lv';
export type Scheme = 'light' | 'dark';

export const sizes = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;

export interface StageOptions {
  readonly size: Size;
  readonly language: Language;
  readonly scheme: Scheme;
  /** Token of the page for unsubscribing from mails. */
  readonly mailsToken: string;
}

export interface View {
  readonly lonLat: readonly [number, number];
  readonly zoom: number;
}

interface StoredView {
  readonly center: readonly [number, number];
  readonly zoom: number;
}

/** A new browser page of the running product, with the steps that scenes need. */
export class Stage implements AsyncDisposable {
  readonly page: Page;
  readonly options: StageOptions;
  readonly objects: StageObjects;
  readonly #serverUrl: string;
  readonly #onTheirWay = new Set<Request>();

  private constructor(page: Page, serverUrl: string, options: StageOptions) {
    this.page = page;
    this.options = options;
    this.#serverUrl = serverUrl;
    this.objects = new StageObjects(page.request, async () => (await this.#readView()).center);
    page.on('request', (request) => this.#onTheirWay.add(request));
    page.on('requestfinished', (request) => this.#onTheirWay.delete(request));
    page.on('requestfailed', (request) => this.#onTheirWay.delete(request));
  }

  static async open(browser: Browser, serverUrl: string, options: StageOptions): Promise<Stage> {
    const context = await browser.newContext({
      baseURL: serverUrl,
      viewport: sizes[options.size],
      hasTouch: options.size === 'phone',
      isMobile: options.size === 'phone',
      locale: options.language,
      timezoneId: 'Europe/Riga',
      colorScheme: options.scheme,
      reducedMotion: 'reduce',
    });
    return new Stage(await context.newPage(), serverUrl, options);
  }

  /** Returns a text of the interface in the language of the screenshot, such as `MAP.ZOOM_IN`. */
  text(key: string): string {
    const file = join(rootDir, `apps/web/public/assets/i18n/${this.options.language}.json`);
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
    if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
    return found;
  }

  /** Accepts the cookie notice, which a first visit would show. */
  async readCookieNotice(): Promise<void> {
    const value = encodeURIComponent(JSON.stringify({ cookieNoticeRead: true }));
    await this.page.context().addCookies([{ name: 'pgis_prefs', value, url: this.#serverUrl }]);
  }

  async signIn(email: string): Promise<void> {
    const answer = await this.page.request.post('/api/v1/token', {
      data: { email, password: 'demo-pgis-2026' },
    });
    expect(answer.ok(), `${email} signs in`).toBe(true);
    const { data } = (await answer.json()) as { data: { readonly token: string } };
    this.objects.signIn(data.token);
    await this.#remember({ currentUser: data });
  }

  /** Stores the map view and layers of an earlier visit. */
  async leaveMapAt({ lonLat, zoom }: View, layers: readonly string[]): Promise<void> {
    const selectedLayers = await Promise.all(layers.map((name) => this.objects.findLayerId(name)));
    await this.#remember({
      lastMapView: { center: toMercator(lonLat), zoom, maxZoom: 28 },
      selectedLayers,
    });
  }

  /** Stores the view of an earlier visit by an EPSG:3857 position; takes effect with the next load. */
  async leaveMapAtPosition(center: readonly [number, number], zoom: number): Promise<void> {
    await this.#remember({ lastMapView: { center, zoom, maxZoom: 28 } });
  }

  /** Stores the base layer of an earlier visit. */
  async chooseBaseLayer(name: string): Promise<void> {
    const layers = (await (await this.page.request.get('/api/v1/layers')).json()) as MapLayer[];
    const layer = layers.find((one) => one.name === name);
    if (layer === undefined) throw new Error(`there is no base layer ${name}`);
    await this.#remember({ selectedBaseLayers: [layer.id] });
  }

  async #remember(values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
    }, Object.entries(values));
  }

  /** Opens a route such as `dashboard` and waits until no request is pending. */
  async goTo(position: string): Promise<void> {
    await this.page.goto(`/#/${this.options.language}/${position}`);
    await this.settle();
  }

  /** Waits until all answers have arrived and are drawn. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await expect.poll(() => this.#onTheirWay.size, { timeout: 20_000 }).toBe(0);
    await this.page.waitForFunction(() => {
      const inSight = (element: Element) => {
        const { top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < innerHeight;
      };
      const isBlank = (image: HTMLImageElement) => inSight(image) && !(image.complete && image.naturalWidth);
      const skeletons = document.querySelectorAll('.mantine-Skeleton-root');
      return ![...document.images].some(isBlank) && ![...skeletons].some(inSight);
    });
    await expect(this.page.getByText(this.text('COMMON.LOADING'))).toHaveCount(0);
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0);
    await this.page.evaluate(() => document.fonts.ready);
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  async unfoldLegend(layer: string): Promise<void> {
    const name = this.text('MAP.LEGEND_OF').replace('{{layer}}', layer);
    await this.page.getByRole('button', { name }).click();
    // A legend of rules has a checkbox for each; its code loads on demand.
    await this.page.getByRole('checkbox').first().waitFor();
    await this.settle();
  }

  async #readView(): Promise<StoredView> {
    return JSON.parse(
      await this.page.evaluate(() => localStorage.getItem('lastMapView') ?? ''),
    ) as StoredView;
  }

  /** Returns the screen position of an EPSG:3857 position. */
  async #pixelOf([x, y]: readonly [number, number]): Promise<readonly [number, number]> {
    const { center, zoom } = await this.#readView();
    const resolution = resolutionFromZoom(zoom);
    const box = await this.#mapBox();
    return [
      box.x + box.width / 2 + (x - center[0]) / resolution,
      box.y + box.height / 2 - (y - center[1]) / resolution,
    ];
  }

  /** Hovers over an object until its popup is there. */
  async hoverOver(position: readonly [number, number]): Promise<void> {
    const [left, top] = await this.#pixelOf(position);
    await this.page.mouse.move(left - 40, top - 40);
    await this.page.mouse.move(left, top);
    await this.page.getByRole('tooltip').waitFor();
    await this.settle();
  }

  /** Presses an object until its popup is there. */
  async longPress(position: readonly [number, number]): Promise<void> {
    const [x, y] = await this.#pixelOf(position);
    const finger = await this.page.context().newCDPSession(this.page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.page.locator('[data-map-popup]').waitFor();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await this.settle();
  }

  /** Clicks an EPSG:3857 position and waits for the details of the object there. */
  async clickObject(position: readonly [number, number]): Promise<void> {
    await this.page.mouse.click(...(await this.#pixelOf(position)));
    await this.page.getByRole('table').first().waitFor();
    await this.settle();
  }

  /** Moves the pointer off everything with a tooltip, until the tooltip is gone. */
  async movePointerAway(): Promise<void> {
    await this.page.mouse.move(0, sizes[this.options.size].height - 1);
    await expect(this.page.getByRole('tooltip')).toHaveCount(0);
    await this.settle();
  }

  async #mapBox() {
    const box = await this.page.getByRole('application').boundingBox();
    if (box === null) throw new Error('there is no map');
    return box;
  }

  /** Clicks or taps the map at a fraction of its width and height. */
  async clickMap(across: number, down: number): Promise<void> {
    const box = await this.#mapBox();
    await this.page.mouse.click(box.x + across * box.width, box.y + down * box.height);
    await this.settle();
  }

  /** Moves the pointer to a fraction of the map's width and height. */
  async pointAt(across: number, down: number): Promise<void> {
    const box = await this.#mapBox();
    await this.page.mouse.move(box.x + across * box.width, box.y + down * box.height);
    await this.settle();
  }

  /** Takes a screenshot of the page or of a part of it. */
  async takePart(part: 'page' | 'map' | 'dialog'): Promise<Buffer> {
    if (part === 'page') return this.page.screenshot();
    if (part === 'map') return this.page.screenshot({ clip: await this.#mapBox() });
    return this.page.getByRole('dialog').screenshot();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}
