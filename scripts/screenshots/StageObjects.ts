import { toMercator } from '@pgis/geo';
import { type APIRequestContext, expect } from '@playwright/test';

/** Degrees of longitude and latitude, or metres of EPSG:3857. */
type Position = readonly [number, number];

/** A layer or an object in a list of the server. */
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

/** An object as the map loads it. */
interface Loaded {
  readonly id: number;
  readonly wkt: string;
  readonly latestComment: { readonly statusType: string } | null;
}

interface ToLoad {
  readonly kind: 'points' | 'polygons';
  readonly layer: string;
  readonly withinM: number;
}

interface NewPoint {
  readonly lonLat: Position;
  readonly name: string;
  readonly description: string;
  readonly userEmail: string;
}

interface NewObject {
  /** EPSG:3857. */
  readonly wkt: string;
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  readonly description: string;
}

/** Reads and changes objects through the API as the user signed in at the stage. */
export class StageObjects {
  readonly #request: APIRequestContext;
  /** Centre of the remembered view, in EPSG:3857. */
  readonly #middle: () => Promise<Position>;
  #headers: Readonly<Record<string, string>> = {};

  constructor(request: APIRequestContext, middle: () => Promise<Position>) {
    this.#request = request;
    this.#middle = middle;
  }

  signIn(token: string): void {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** Returns the EPSG:3857 position of the answered report nearest to the centre of the remembered view. */
  async findAnsweredReport(layer: string): Promise<Position> {
    return (await this.#findAnswered(layer)).place;
  }

  async findAnsweredReportId(layer: string): Promise<number> {
    return (await this.#findAnswered(layer)).id;
  }

  async #findAnswered(layer: string) {
    const [x, y] = await this.#middle();
    const openObjects = (await this.#loadAround([x, y], { kind: 'points', layer, withinM: 5_000 }))
      .filter(({ latestComment }) => latestComment?.statusType === 'open')
      .map(({ id, wkt }) => {
        const [px = 0, py = 0] = wkt.match(/-?[\d.]+/g)?.map(Number) ?? [];
        return { id, place: [px, py] as const, distance: Math.hypot(px - x, py - y) };
      })
      .sort((a, b) => a.distance - b.distance);
    const [nearest] = openObjects;
    if (nearest === undefined) throw new Error(`no report of ${layer} has an answer here`);
    return nearest;
  }

  /** Returns an EPSG:3857 position inside the polygon nearest to the centre of the remembered view. */
  async findPolygon(layer: string): Promise<Position> {
    const [x, y] = await this.#middle();
    const middles = (await this.#loadAround([x, y], { kind: 'polygons', layer, withinM: 20_000 }))
      .map(({ wkt }) => wkt.match(/-?[\d.]+/g)?.map(Number) ?? [])
      .map((numbers) => {
        const mean = (remainder: 0 | 1) => {
          const own = numbers.filter((_, index) => index % 2 === remainder);
          return own.reduce((sum, number) => sum + number, 0) / own.length;
        };
        return [mean(0), mean(1)] as const;
      })
      .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
    const [nearest] = middles;
    if (nearest === undefined) throw new Error(`no polygon of ${layer} is here`);
    return nearest;
  }

  /** Changes the polygon nearest to the centre of the remembered view as the user; returns its id. */
  async changePolygon(layer: string): Promise<number> {
    const [x, y] = await this.findPolygon(layer);
    const headers = this.#headers;
    const near = await this.#request.post('/api/v1/geoms/nearestgeom', {
      headers,
      data: { x, y, zoom: 12, classifiers: [await this.findLayerId(layer)] },
    });
    const { id } = ((await near.json()) as { data: { id: number } }).data;
    const url = `/api/v1/geoms/${id}`;
    const geom = (await (await this.#request.get(url, { headers })).json()) as Record<string, unknown>;
    const [name, description, classId, data] = [geom.name, geom.description, geom.classId, geom.data];
    // Moves the first vertex of each ring outwards, and back again for the next screenshot.
    const [first = ''] = String(geom.wkt).match(/-?[\d.]+ -?[\d.]+/) ?? [];
    const [px = 0, py = 0] = first.split(' ').map(Number);
    const [words = '', mark] = String(description).split(' (2026)');
    const share = mark === undefined ? 0.3 : -0.3 / 1.3;
    const wkt = String(geom.wkt).replaceAll(first, `${px + (px - x) * share} ${py + (py - y) * share}`);
    const changed = await this.#request.put(url, {
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

  /** Adds a point, as a visitor or as the signed-in user, beside the visible part of the map. */
  async addPoint(layer: string, { lonLat, name, description, userEmail }: NewPoint): Promise<void> {
    const added = await this.#request.post('/api/v1/geoms/add', {
      data: {
        ...{ name, description, userEmail, isPublic: true, data: '{}' },
        wkt: `POINT(${toMercator(lonLat).join(' ')})`,
        classId: await this.findLayerId(layer),
      },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }

  /** Adds an object as the user. */
  async addObject(layer: string, { wkt, name, data }: NewObject): Promise<void> {
    const added = await this.#request.post('/api/v1/geoms/add', {
      headers: this.#headers,
      data: {
        ...{ wkt, name, description: name, isPublic: true, data: JSON.stringify(data) },
        classId: await this.findLayerId(layer),
      },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }

  /** Adds a file to an object as the user. */
  async attach(id: number, { name, mimeType, buffer, description }: NewFile): Promise<void> {
    const added = await this.#request.post('/api/v1/geom-files', {
      headers: this.#headers,
      multipart: {
        geometryId: String(id),
        file_description: description,
        file: { name, mimeType, buffer },
      },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }

  async #loadAround([x, y]: Position, { kind, layer, withinM }: ToLoad): Promise<readonly Loaded[]> {
    const extent = { minx: x - withinM, miny: y - withinM, maxx: x + withinM, maxy: y + withinM };
    const answer = await this.#request.post(`/api/v1/geoms/${kind}`, {
      data: { ...extent, zoom: 12, classifiers: [await this.findLayerId(layer)] },
    });
    const { features } = (await answer.json()) as { features: readonly Loaded[] };
    return features;
  }

  async findLayerId(name: string): Promise<number> {
    const answer = await this.#request.get('/api/v1/classifiers/layers');
    const groups = (await answer.json()) as { childClassifiers: readonly Named[] }[];
    return idOf(
      groups.flatMap(({ childClassifiers }) => childClassifiers),
      name,
    );
  }
}
