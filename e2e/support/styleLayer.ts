import type { CaseRules, LayerDensity } from '@pgis/contract';
import type { APIRequestContext } from '@playwright/test';
import { authorizationOf, type NewObject, toWkt } from './objects.ts';

type LonLat = readonly [lon: number, lat: number];

/** Position without demo data. */
export const stylePosition: LonLat = [26.6, 57.4];

interface StoredLayer {
  readonly id: number;
  readonly id1: number;
  readonly geomStyle: string;
  readonly version: number;
}

interface StoredStyle {
  readonly [name: string]: unknown;
  readonly labelRules: readonly Readonly<Record<string, unknown>>[];
}

/** A layer of its own for one test, in an empty region; deleted with its objects when the test ends. */
export class StyleLayer implements AsyncDisposable {
  readonly name: string;
  readonly #api: APIRequestContext;
  readonly #layer: StoredLayer;

  private constructor(api: APIRequestContext, name: string, layer: StoredLayer) {
    this.#api = api;
    this.name = name;
    this.#layer = layer;
  }

  /** Adds a layer with a field `kind` and, side by side, a square for each of `values`. */
  static async make(
    api: APIRequestContext,
    name: string,
    {
      geomStyle = '',
      values = ['a'],
      serverside = false,
      position = stylePosition,
      density,
      caseLayer,
      isOpen = false,
      isReviewed = false,
    }: {
      readonly geomStyle?: string;
      readonly values?: readonly string[];
      readonly serverside?: boolean;
      readonly position?: LonLat;
      readonly density?: LayerDensity;
      readonly caseLayer?: CaseRules;
      /** Visitors may add objects. */
      readonly isOpen?: boolean;
      /** Visitors may add objects, which wait for a review. */
      readonly isReviewed?: boolean;
    } = {},
  ): Promise<StyleLayer> {
    const headers = authorizationOf('admin');
    const answer = await api.post('/api/v1/classifiers/1', {
      headers,
      data: {
        name,
        description: 'Put there by a test',
        parentName: `Group of ${name}`,
        geomStyle,
        serverside,
        ...(density && { density }),
        ...(caseLayer && { caseLayer }),
        ...(isOpen && { allowPublicRegistration: true }),
        ...(isReviewed && { allowPublicRegistration: true, showAfterReview: true }),
        allObjectsPublic: true,
        layerFields: [{ name: 'kind', type: 'text', oldValue: 'new_field' }],
      },
    });
    if (!answer.ok()) throw new Error(`${name} cannot be added: ${await answer.text()}`);
    const layer = new StyleLayer(api, name, (await answer.json()) as StoredLayer);
    for (const [index, value] of values.entries())
      await layer.#addSquare(StyleLayer.middleOf(index, position), value);
    return layer;
  }

  /** The middle of the square of a value. */
  static middleOf(index: number, [lon, lat] = stylePosition): LonLat {
    return [lon + index * 0.01, lat];
  }

  get id(): number {
    return this.#layer.id;
  }

  /** Returns the style as it is stored now. */
  async styleText(): Promise<string> {
    const answer = await this.#api.get(`/api/v1/classifiers/single/${this.id}`, {
      headers: authorizationOf('admin'),
    });
    return ((await answer.json()) as StoredLayer).geomStyle;
  }

  async style(): Promise<StoredStyle> {
    return JSON.parse(await this.styleText()) as StoredStyle;
  }

  /** Changes the style as another administrator does. */
  async changeStyle(geomStyle: string): Promise<void> {
    const answer = await this.#api.put('/api/v1/classifiers/1', {
      headers: authorizationOf('admin'),
      data: { id: this.id, name: this.name, geomStyle },
    });
    if (!answer.ok()) throw new Error(`the style cannot be changed: ${await answer.text()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const headers = authorizationOf('admin');
    await this.#api.post(`/api/v1/classifiers/1/${this.id}/remove-data`, { headers, data: {} });
    for (const id of [this.id, this.#layer.id1]) {
      const reply = await this.#api.delete(`/api/v1/classifiers/1/${id}`, { headers });
      if (!reply.ok()) throw new Error(`${this.name} stays: ${await reply.text()}`);
    }
  }

  async #addSquare([lon, lat]: LonLat, value: string): Promise<void> {
    const at: NewObject['at'] = {
      rings: [
        [
          [lon - 0.004, lat - 0.002],
          [lon + 0.004, lat - 0.002],
          [lon + 0.004, lat + 0.002],
          [lon - 0.004, lat + 0.002],
          [lon - 0.004, lat - 0.002],
        ],
      ],
    };
    await this.#add(at, `Square ${value}`, { kind: value });
  }

  addPoint(at: LonLat, name: string): Promise<void> {
    return this.#add(at, name, {});
  }

  async #add(at: NewObject['at'], name: string, data: Readonly<Record<string, string>>): Promise<void> {
    const answer = await this.#api.post('/api/v1/geoms/add', {
      headers: authorizationOf('admin'),
      data: {
        wkt: toWkt(at),
        name,
        description: 'Put there by a test',
        classId: this.id,
        isPublic: true,
        data: JSON.stringify(data),
      },
    });
    if (!answer.ok()) throw new Error(`${name} cannot be added: ${await answer.text()}`);
  }
}
