import { resolutionFromZoom } from '@pgis/geo';
import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
import { layerIdOf, readPreparedData } from './preparedData.ts';
import { textIn } from './textIn.ts';

/** The view as the browser remembers it: `center` in EPSG:3857. */
export interface RememberedView {
  readonly center: readonly [x: number, y: number];
  readonly zoom: number;
}

export interface OpenOptions {
  readonly language?: 'en' | 'ru' | 'lv';
  /** lon/lat; without it the map opens as at a first visit. */
  readonly center?: readonly [lon: number, lat: number];
  readonly zoom?: number;
  /** Names or ids of layers that are on, beside those that are on by default. */
  readonly layers?: readonly (string | number)[];
  readonly search?: string;
  /** `false` when the test holds an answer back, so that the map never rests; else the map has loaded all in view. */
  readonly isLoaded?: boolean;
}

const RADIUS_M = 6_378_137;
/** OpenLayers waits 250 ms for a second click; a busy page hears of the first one late. */
const DOUBLE_CLICK_MS = 1_000;

export const toMercator = ([lon, lat]: readonly [number, number]): [number, number] => [
  (RADIUS_M * lon * Math.PI) / 180,
  RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
];

const isLoad = (url: string) => /\/api\/v1\/geoms\/(points|lines|polygons)$/.test(url);

/** The map screen with user actions; positions are lon/lat. */
export class MapScreen {
  readonly page: Page;
  /** Element of the map. */
  readonly area: Locator;
  readonly toolbar: Locator;
  #lastClick = { x: 0, y: 0, at: 0 };

  constructor(page: Page) {
    this.page = page;
    this.area = page.getByRole('application');
    this.toolbar = page.getByRole('toolbar');
  }

  /** Opens the map and waits until it has loaded its objects. */
  async open({
    language = 'en',
    center,
    zoom = 10,
    layers = [],
    search = '',
    isLoaded = true,
  }: OpenOptions = {}): Promise<void> {
    if (center !== undefined) {
      const ids = [
        ...readPreparedData().defaultLayerIds,
        ...layers.map((layer) => (typeof layer === 'number' ? layer : layerIdOf(layer))),
      ];
      await this.#rememberBefore({ center: toMercator(center), zoom, maxZoom: 28 }, ids);
    }
    const loaded = this.nextLoad();
    await this.page.goto(`/#/${language}/dashboard${search}`);
    await loaded;
    await expect(this.area).toBeVisible();
    // The map keeps its size once the aside is open (LAY-04) or, below 992 px, the sheet lies at its foot (LAY-05).
    const panel = this.page.getByLabel(textIn(language, 'SHELL.ASIDE'), { exact: true });
    await expect(
      (this.page.viewportSize()?.width ?? 0) >= 992 ? panel.and(this.page.locator('[data-open]')) : panel,
    ).toBeVisible();
    if (isLoaded) await this.idle();
  }

  /** Stores state as if an earlier visit had left it; a reload keeps later changes. */
  async #rememberBefore(view: unknown, layerIds: readonly number[]): Promise<void> {
    await this.page.addInitScript(
      ([viewText, idsText]) => {
        if (sessionStorage.getItem('e2e') !== null) return;
        sessionStorage.setItem('e2e', 'prepared');
        localStorage.setItem('lastMapView', viewText);
        localStorage.setItem('selectedLayers', idsText);
      },
      [JSON.stringify(view), JSON.stringify(layerIds)] as const,
    );
  }

  /** Waits until every requested object has arrived and is drawn. */
  async idle(): Promise<void> {
    await expect(this.area).toHaveAttribute('aria-busy', 'false');
  }

  /** Returns the next answer to a load call that was not aborted. */
  nextLoad(matches: (request: Request) => boolean = () => true): Promise<Response> {
    return this.page.waitForResponse((response) => isLoad(response.url()) && matches(response.request()));
  }

  async view(): Promise<RememberedView> {
    const text = await this.page.evaluate(() => localStorage.getItem('lastMapView'));
    return JSON.parse(text ?? 'null') as RememberedView;
  }

  /** Returns the screen position of a map position. */
  async pixelOf(lonLat: readonly [number, number]): Promise<{ readonly x: number; readonly y: number }> {
    return this.pixelOfMercator(toMercator(lonLat));
  }

  async pixelOfMercator([x, y]: readonly [number, number]): Promise<{
    readonly x: number;
    readonly y: number;
  }> {
    const box = await this.area.boundingBox();
    if (box === null) throw new Error('the map is not visible');
    const { center, zoom } = await this.view();
    const resolution = resolutionFromZoom(zoom);
    return {
      x: box.x + box.width / 2 + (x - center[0]) / resolution,
      y: box.y + box.height / 2 - (y - center[1]) / resolution,
    };
  }

  async click(lonLat: readonly [number, number]): Promise<void> {
    const { x, y } = await this.pixelOf(lonLat);
    const last = this.#lastClick;
    // Two quick clicks at one place would be a double click, which zooms the map.
    if (last.x === x && last.y === y)
      await this.page.waitForTimeout(Math.max(0, last.at + DOUBLE_CLICK_MS - Date.now()));
    await this.page.mouse.click(x, y);
    this.#lastClick = { x, y, at: Date.now() };
  }

  tool(name: string): Locator {
    return this.toolbar.getByRole('button', { name });
  }

  layerSwitch(name: string): Locator {
    return this.page.getByRole('switch', { name, exact: true });
  }

  /** The row of a layer in the list. */
  layerRow(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.layerSwitch(name) });
  }

  group(name: string): Locator {
    return this.page.getByRole('region', { name: 'Objects' }).getByRole('button', { name });
  }
}
