import type { Geometry, Position } from '@pgis/geo';
import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { findGrip, findPolygonAt, type Grip } from './findGrip.ts';
import { insertVertex, movePart, moveVertex, type VertexRef } from './vertices.ts';

const MOUSE_TOLERANCE_PX = 8;
const FINGER_TOLERANCE_PX = 22;
const LONG_PRESS_MS = 600;
/** Movement in pixels after which a press becomes a drag. */
const STILL_PX = { mouse: 1, finger: 6 };

interface GripOptions {
  readonly viewport: HTMLElement;
  readonly shape: () => Geometry;
  readonly isWhole: () => boolean;
  /** Shows the shape during a drag, before it becomes an undo step. */
  readonly onDrag: (geometry: Geometry) => void;
  readonly onDragEnd: () => void;
  readonly onHover: (position: Position | null) => void;
  readonly onSelect: (vertex: VertexRef | null) => void;
  readonly onRemove: (vertex: VertexRef) => void;
}

interface Drag {
  readonly before: Geometry;
  readonly kind: Grip['kind'] | 'inside';
  readonly vertex: VertexRef;
  readonly start: Position;
  readonly startPixel: readonly number[];
  hasMoved: boolean;
}

/** Drags a vertex, an edge or a whole part of a shape. A drag that starts elsewhere moves the map as usual. */
export class GripInteraction extends PointerInteraction {
  readonly #options: GripOptions;
  #drag: Drag | null = null;
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GripOptions) {
    super();
    this.#options = options;
  }

  override handleMoveEvent(event: MapBrowserEvent): void {
    const { viewport, shape, isWhole, onHover } = this.#options;
    if (event.dragging) return;
    const grip = this.#findGrip(event);
    if (isWhole()) {
      const isOver = grip !== null || findPolygonAt(shape(), at(event)) !== null;
      viewport.style.cursor = isOver ? 'move' : '';
      return;
    }
    onHover(grip?.position ?? null);
    viewport.style.cursor = grip === null ? '' : 'pointer';
  }

  override handleDownEvent(event: MapBrowserEvent): boolean {
    const { shape, isWhole, onSelect, onRemove } = this.#options;
    clearTimeout(this.#longPress);
    // A second finger zooms.
    if (this.targetPointers.length > 1) return false;
    const start = at(event);
    const grip = this.#findGrip(event);
    const polygon = isWhole() && grip === null ? findPolygonAt(shape(), start) : null;
    const vertex = grip?.vertex ?? polygon;
    if (vertex === null) {
      onSelect(null);
      return false;
    }
    const isVertex = grip?.kind === 'vertex' && !isWhole();
    if (isVertex && event.originalEvent.altKey) {
      onRemove(vertex);
      return true;
    }
    const kind = grip?.kind ?? 'inside';
    this.#drag = { before: shape(), kind, vertex, start, startPixel: event.pixel, hasMoved: false };
    if (isVertex) onSelect(vertex);
    if (isVertex && isTouch(event)) this.#longPress = setTimeout(() => this.#removeHeld(), LONG_PRESS_MS);
    return true;
  }

  override handleDragEvent(event: MapBrowserEvent): void {
    const drag = this.#drag;
    if (drag === null) return;
    const [x = 0, y = 0] = drag.startPixel;
    const [nowX = 0, nowY = 0] = event.pixel;
    const stillPx = isTouch(event) ? STILL_PX.finger : STILL_PX.mouse;
    if (!drag.hasMoved && Math.hypot(nowX - x, nowY - y) < stillPx) return;
    clearTimeout(this.#longPress);
    const isFirst = !drag.hasMoved;
    drag.hasMoved = true;
    this.#options.onHover(null);
    this.#options.onDrag(this.#dragged(drag, at(event)));
    if (isFirst && drag.kind === 'edge' && !this.#options.isWhole()) {
      this.#options.onSelect({ ...drag.vertex, index: drag.vertex.index + 1 });
    }
  }

  override handleUpEvent(): boolean {
    clearTimeout(this.#longPress);
    const hasMoved = this.#drag?.hasMoved === true;
    this.#drag = null;
    if (hasMoved) this.#options.onDragEnd();
    return false;
  }

  #dragged({ before, kind, vertex, start }: Drag, now: Position): Geometry {
    if (this.#options.isWhole() || kind === 'inside') {
      return movePart(before, vertex, [now[0] - start[0], now[1] - start[1]]);
    }
    return kind === 'vertex' ? moveVertex(before, vertex, now) : insertVertex(before, vertex, now);
  }

  #removeHeld(): void {
    if (this.#drag === null || this.#drag.hasMoved) return;
    const { vertex } = this.#drag;
    this.#drag = null;
    this.#options.onRemove(vertex);
  }

  #findGrip(event: MapBrowserEvent): Grip | null {
    const tolerancePx = isTouch(event) ? FINGER_TOLERANCE_PX : MOUSE_TOLERANCE_PX;
    const resolution = event.map.getView().getResolution() ?? 0;
    return findGrip(this.#options.shape(), at(event), tolerancePx * resolution);
  }
}

const at = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent): Position => [x, y];

const isTouch = ({ originalEvent }: MapBrowserEvent): boolean =>
  'pointerType' in originalEvent && originalEvent.pointerType === 'touch';
