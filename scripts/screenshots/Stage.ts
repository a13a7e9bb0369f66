import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { rootDir } from '../runCommand.ts';

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
  /** Of the address of the page where mails are ended. */
  readonly mailsToken: string;
}

export interface View {
  readonly lonLat: readonly [number, number];
  readonly zoom: number;
}

/** A layer or an object, as the server lists them. */
interface Named {
  readonly id: number;
  readonly name: string;
}

function idOf(list: readonly Named[], name: string): number {
  const found = list.find((one) => one.name === name);
  if (found === undefined) {
    throw new Error(`there is no ${name}; there are ${list.map((one) => one.name).join(', ')}`);
  }
  return found.id;
}

/** A point as the map loads it. */
interface Report {
  readonly id: number;
  readonly wkt: string;
  readonly latestComment: { readonly statusType: string } | null;
}

interface NewPoint {
  readonly lonLat: View['lonLat'];
  readonly name: string;
  readonly description: string;
  readonly userEmail: string;
}

interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  readonly description: string;
}

interface StoredView {
  readonly center: readonly [number, number];
  readonly zoom: number;
}

const ZERO_RESOLUTION = 156_543.033_906_25;
const RADIUS_M = 6_378_137;
const toMercator = ([lon, lat]: View['lonLat']) => [
  (RADIUS_M * lon * Math.PI) / 180,
  RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
];

/** A fresh browser in front of the running product, and what a scene needs to set it up. */
export class Stage implements AsyncDisposable {
  readonly page: Page;
  readonly options: StageOptions;
  readonly #serverUrl: string;
  readonly #onTheirWay = new Set<Request>();
  #token = '';

  private constructor(page: Page, serverUrl: string, options: StageOptions) {
    this.page = page;
    this.options = options;
    this.#serverUrl = serverUrl;
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

  /** A text of the interface in the language of the picture, such as `MAP.ZOOM_IN`. */
  text(key: string): string {
    const file = join(rootDir, `apps/web/public/assets/i18n/${this.options.language}.json`);
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
    if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
    return found;
  }

  /** With the cookie notice read, as for everybody but a first visitor. */
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
    this.#token = data.token;
    await this.#remember({ currentUser: data });
  }

  /** The map as an earlier visit left it, with these layers on. */
  async leaveMapAt({ lonLat, zoom }: View, layers: readonly string[]): Promise<void> {
    const selectedLayers = await Promise.all(layers.map((name) => this.#findLayerId(name)));
    await this.#remember({
      lastMapView: { center: toMercator(lonLat), zoom, maxZoom: 28 },
      selectedLayers,
    });
  }

  /** The view of an earlier visit, by a place in EPSG:3857; counts from the next load on. */
  async leaveMapAtPlace(center: readonly [number, number], zoom: number): Promise<void> {
    await this.#remember({ lastMapView: { center, zoom, maxZoom: 28 } });
  }

  /** Where the answered report nearest to the middle of the remembered view is, in EPSG:3857. */
  async findAnsweredReport(layer: string): Promise<readonly [number, number]> {
    return (await this.#findAnswered(layer)).place;
  }

  async findAnsweredReportId(layer: string): Promise<number> {
    return (await this.#findAnswered(layer)).id;
  }

  async #findAnswered(layer: string) {
    const { center } = await this.#readView();
    const [x, y] = center;
    const extent = { minx: x - 5e3, miny: y - 5e3, maxx: x + 5e3, maxy: y + 5e3 };
    const answer = await this.page.request.post('/api/v1/geoms/points', {
      data: { ...extent, zoom: 12, classifiers: [await this.#findLayerId(layer)] },
    });
    const { features } = (await answer.json()) as { features: readonly Report[] };
    const places = features
      .filter(({ latestComment }) => latestComment?.statusType === 'open')
      .map(({ id, wkt }) => {
        const [px = 0, py = 0] = wkt.match(/-?[\d.]+/g)?.map(Number) ?? [];
        return { id, place: [px, py] as const, distance: Math.hypot(px - x, py - y) };
      })
      .sort((a, b) => a.distance - b.distance);
    const [nearest] = places;
    if (nearest === undefined) throw new Error(`no report of ${layer} has an answer here`);
    return nearest;
  }

  /** A place in EPSG:3857 inside the polygon nearest to the middle of the remembered view. */
  async findPolygon(layer: string): Promise<readonly [number, number]> {
    const { center } = await this.#readView();
    const [x, y] = center;
    const extent = { minx: x - 2e4, miny: y - 2e4, maxx: x + 2e4, maxy: y + 2e4 };
    const answer = await this.page.request.post('/api/v1/geoms/polygons', {
      data: { ...extent, zoom: 12, classifiers: [await this.#findLayerId(layer)] },
    });
    const { features } = (await answer.json()) as { features: readonly Report[] };
    const middles = features
      .map(({ wkt }) => wkt.match(/-?[\d.]+/g)?.map(Number) ?? [])
      .map((numbers) => {
        const mean = (odd: 0 | 1) => {
          const own = numbers.filter((_, index) => index % 2 === odd);
          return own.reduce((sum, number) => sum + number, 0) / own.length;
        };
        return [mean(0), mean(1)] as const;
      })
      .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
    const [nearest] = middles;
    if (nearest === undefined) throw new Error(`no polygon of ${layer} is here`);
    return nearest;
  }

  /** Changes the polygon nearest to the middle of the remembered view as the user would; gives its id. */
  async changePolygon(layer: string): Promise<number> {
    const [x, y] = await this.findPolygon(layer);
    const headers = { authorization: `Bearer ${this.#token}` };
    const near = await this.page.request.post('/api/v1/geoms/nearestgeom', {
      headers,
      data: { x, y, zoom: 12, classifiers: [await this.#findLayerId(layer)] },
    });
    const { id } = ((await near.json()) as { data: { id: number } }).data;
    const url = `/api/v1/geoms/${id}`;
    const geom = (await (await this.page.request.get(url, { headers })).json()) as Record<string, unknown>;
    const [name, description, classId, data] = [geom.name, geom.description, geom.classId, geom.data];
    // The first corner of each ring a little further out; back again for the next picture.
    const [first = ''] = String(geom.wkt).match(/-?[\d.]+ -?[\d.]+/) ?? [];
    const [px = 0, py = 0] = first.split(' ').map(Number);
    const [words = '', mark] = String(description).split(' (2026)');
    const share = mark === undefined ? 0.3 : -0.3 / 1.3;
    const wkt = String(geom.wkt).replaceAll(first, `${px + (px - x) * share} ${py + (py - y) * share}`);
    const changed = await this.page.request.put(url, {
      headers,
      data: {
        name,
        description: mark === undefined ? `${words.slice(0, 40)} (2026)` : words,
        classId,
        data,
        wkt,
      },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
    return id;
  }

  /** A point that a visitor, or who is signed in, adds beside the picture. */
  async addPoint(layer: string, { lonLat, name, description, userEmail }: NewPoint): Promise<void> {
    const added = await this.page.request.post('/api/v1/geoms/add', {
      data: {
        ...{ name, description, userEmail, isPublic: true, data: '{}' },
        wkt: `POINT(${toMercator(lonLat).join(' ')})`,
        classId: await this.#findLayerId(layer),
      },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }

  /** Adds a file to an object as the user would. */
  async attach(id: number, { name, mimeType, buffer, description }: NewFile): Promise<void> {
    const added = await this.page.request.post('/api/v1/geom-files', {
      headers: { authorization: `Bearer ${this.#token}` },
      multipart: {
        geometryId: String(id),
        file_description: description,
        file: { name, mimeType, buffer },
      },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }

  async #findLayerId(name: string): Promise<number> {
    const answer = await this.page.request.get('/api/v1/classifiers/layers');
    const groups = (await answer.json()) as { childClassifiers: readonly Named[] }[];
    return idOf(
      groups.flatMap(({ childClassifiers }) => childClassifiers),
      name,
    );
  }

  async #remember(values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.page.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value));
    }, Object.entries(values));
  }

  /** Opens a place such as `dashboard` and waits until nothing is on its way any more. */
  async goTo(place: string): Promise<void> {
    await this.page.goto(`/#/${this.options.language}/${place}`);
    await this.settle();
  }

  /** Until all answers are there and drawn. */
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
    await this.settle();
  }

  async #readView(): Promise<StoredView> {
    return JSON.parse(
      await this.page.evaluate(() => localStorage.getItem('lastMapView') ?? ''),
    ) as StoredView;
  }

  /** Where a place in EPSG:3857 is on the screen. */
  async #pixelOf([x, y]: readonly [number, number]): Promise<readonly [number, number]> {
    const { center, zoom } = await this.#readView();
    const resolution = ZERO_RESOLUTION / 2 ** zoom;
    const box = await this.#mapBox();
    return [
      box.x + box.width / 2 + (x - center[0]) / resolution,
      box.y + box.height / 2 - (y - center[1]) / resolution,
    ];
  }

  /** Lets the pointer rest on an object until its popup is there. */
  async restOn(place: readonly [number, number]): Promise<void> {
    const [left, top] = await this.#pixelOf(place);
    await this.page.mouse.move(left - 40, top - 40);
    await this.page.mouse.move(left, top);
    await this.page.getByRole('tooltip').waitFor();
    await this.settle();
  }

  /** Keeps a finger on an object until its popup is there. */
  async holdOn(place: readonly [number, number]): Promise<void> {
    const [x, y] = await this.#pixelOf(place);
    const finger = await this.page.context().newCDPSession(this.page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.page.locator('[data-map-popup]').waitFor();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await this.settle();
  }

  /** Clicks a place in EPSG:3857 and waits for what is known of the object there. */
  async clickObject(place: readonly [number, number]): Promise<void> {
    await this.page.mouse.click(...(await this.#pixelOf(place)));
    await this.page.getByRole('table').first().waitFor();
    await this.settle();
  }

  /** Off everything that has a hint, until the hint is gone. */
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

  /** Clicks the map, or taps it, at a share of its width and height. */
  async clickMap(across: number, down: number): Promise<void> {
    const box = await this.#mapBox();
    await this.page.mouse.click(box.x + across * box.width, box.y + down * box.height);
    await this.settle();
  }

  /** Holds the pointer over the map, at a share of its width and height. */
  async pointAt(across: number, down: number): Promise<void> {
    const box = await this.#mapBox();
    await this.page.mouse.move(box.x + across * box.width, box.y + down * box.height);
    await this.settle();
  }

  /** Picture of the page or of a part of it. */
  async takePart(part: 'page' | 'map' | 'dialog'): Promise<Buffer> {
    if (part === 'page') return this.page.screenshot();
    if (part === 'map') return this.page.screenshot({ clip: await this.#mapBox() });
    return this.page.getByRole('dialog').screenshot();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}
