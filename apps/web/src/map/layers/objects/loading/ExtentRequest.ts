import type { LoadReply } from '@pgis/contract';
import type { Extent, GeometryKind } from '@pgis/geo';
import type { Delivery } from './Delivery.ts';

/** Points come first: they are small, and most users look for them. */
const kinds: readonly GeometryKind[] = ['point', 'line', 'polygon'];

export interface RequestedLayer {
  readonly id: number;
  readonly mode: 'replace' | 'add';
}

interface RequestPlan {
  readonly layersOf: (kind: GeometryKind) => readonly RequestedLayer[];
  readonly request: (
    kind: GeometryKind,
    layers: readonly RequestedLayer[],
    signal: AbortSignal,
  ) => Promise<LoadReply>;
  /**
   * True for a layer displayed as an image: its objects are delivered only once it is certain to be within the
   * feature limit.
   */
  readonly isDeferred: (layerId: number) => boolean;
  readonly receive: (delivery: Delivery) => void;
}

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The three calls (points, lines, polygons) that load some layers in one extent. */
export class ExtentRequest {
  readonly extent: Extent;
  readonly #plan: RequestPlan;
  readonly #abort = new AbortController();
  readonly #imageIds = new Set<number>();
  readonly #deferred: Delivery[] = [];
  #layerIds: readonly number[];

  constructor(layerIds: readonly number[], extent: Extent, plan: RequestPlan) {
    this.#layerIds = layerIds;
    this.extent = extent;
    this.#plan = plan;
  }

  get layerIds(): readonly number[] {
    return this.#layerIds;
  }

  has(layerId: number): boolean {
    return this.#layerIds.includes(layerId);
  }

  /** Stops delivering objects of these layers, because they have changed since the request. */
  drop(layerIds: ReadonlySet<number>): void {
    this.#layerIds = this.#layerIds.filter((id) => !layerIds.has(id));
    if (this.#layerIds.length === 0) this.abort();
  }

  abort(): void {
    this.#abort.abort();
  }

  /** Delivers each kind when it arrives; the answer names the layers that have to become images. */
  async run(): Promise<ReadonlySet<number>> {
    await Promise.all(kinds.map((kind) => this.#fetchKind(kind)));
    for (const delivery of this.#deferred) this.#pass(delivery);
    return this.#imageIds;
  }

  async #fetchKind(kind: GeometryKind): Promise<void> {
    const { signal } = this.#abort;
    const layers = this.#plan.layersOf(kind);
    const reply = await this.#plan.request(kind, layers, signal);
    signal.throwIfAborted();
    for (const id of reply.imageLayers) this.#imageIds.add(id);
    const now = layers.filter(({ id }) => !this.#plan.isDeferred(id));
    const later = layers.filter(({ id }) => this.#plan.isDeferred(id));
    if (later.length > 0) this.#deferred.push(toDelivery(kind, later, reply));
    this.#pass(toDelivery(kind, now, reply));
  }

  #pass(delivery: Delivery): void {
    const modes = new Map([...delivery.modes].filter(([id]) => this.has(id) && !this.#imageIds.has(id)));
    if (modes.size > 0) this.#plan.receive({ ...delivery, modes });
  }
}

const toDelivery = (kind: GeometryKind, layers: readonly RequestedLayer[], reply: LoadReply): Delivery => ({
  kind,
  reply,
  modes: new Map(layers.map(({ id, mode }) => [id, mode])),
});
