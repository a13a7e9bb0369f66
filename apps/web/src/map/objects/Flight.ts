import type { LoadReply } from '@pgis/contract';
import type { Extent, GeometryKind } from '@pgis/geo';
import type { Delivery } from './Delivery.ts';

/** Points first: they are few bytes and what most people look for. */
const kinds: readonly GeometryKind[] = ['point', 'line', 'polygon'];

export interface FlightLayer {
  readonly id: number;
  readonly mode: 'replace' | 'add';
}

interface FlightPlan {
  readonly layersOf: (kind: GeometryKind) => readonly FlightLayer[];
  readonly request: (
    kind: GeometryKind,
    layers: readonly FlightLayer[],
    signal: AbortSignal,
  ) => Promise<LoadReply>;
  /** True for a layer that is an image now: its objects wait until it is sure that it will not be one again. */
  readonly isHeld: (layerId: number) => boolean;
  readonly receive: (delivery: Delivery) => void;
}

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The three requests (points, lines, polygons) for some layers and one extent. */
export class Flight {
  readonly layerIds: readonly number[];
  readonly extent: Extent;
  readonly #plan: FlightPlan;
  readonly #abort = new AbortController();
  readonly #imageIds = new Set<number>();
  readonly #held: Delivery[] = [];

  constructor(layerIds: readonly number[], extent: Extent, plan: FlightPlan) {
    this.layerIds = layerIds;
    this.extent = extent;
    this.#plan = plan;
  }

  has(layerId: number): boolean {
    return this.layerIds.includes(layerId);
  }

  abort(): void {
    this.#abort.abort();
  }

  /** Delivers each kind as it comes; the answer names the layers that have to be images. */
  async run(): Promise<ReadonlySet<number>> {
    await Promise.all(kinds.map((kind) => this.#fetchKind(kind)));
    for (const delivery of this.#held) this.#pass(delivery);
    return this.#imageIds;
  }

  async #fetchKind(kind: GeometryKind): Promise<void> {
    const { signal } = this.#abort;
    const layers = this.#plan.layersOf(kind);
    const reply = await this.#plan.request(kind, layers, signal);
    signal.throwIfAborted();
    for (const id of reply.imageLayers) this.#imageIds.add(id);
    const now = layers.filter(({ id }) => !this.#plan.isHeld(id));
    const later = layers.filter(({ id }) => this.#plan.isHeld(id));
    if (later.length > 0) this.#held.push(toDelivery(kind, later, reply));
    this.#pass(toDelivery(kind, now, reply));
  }

  #pass(delivery: Delivery): void {
    const modes = new Map([...delivery.modes].filter(([id]) => !this.#imageIds.has(id)));
    if (modes.size > 0) this.#plan.receive({ ...delivery, modes });
  }
}

const toDelivery = (kind: GeometryKind, layers: readonly FlightLayer[], reply: LoadReply): Delivery => ({
  kind,
  reply,
  modes: new Map(layers.map(({ id, mode }) => [id, mode])),
});
