import './browserShim.ts';
import type { Canvas } from '@napi-rs/canvas';
import type Feature from 'ol/Feature.js';
import BuilderGroup from 'ol/render/canvas/BuilderGroup.js';
import ExecutorGroup, { DECLUTTER, NON_DECLUTTER } from 'ol/render/canvas/ExecutorGroup.js';
import { getTolerance, renderFeature } from 'ol/renderer/vector.js';
import type Style from 'ol/style/Style.js';
import { compose, create } from 'ol/transform.js';
import RBush from 'rbush';
import { type ImageJob, labelReachPx } from './ImageJob.ts';
import { mapOrigin } from './imageGrid.ts';
import { labelPiecePx } from './labelPieces.ts';

/** Squared tolerance below 0: vertices have been left out already. */
const asTheyAre = -1;

/** Beyond it nothing is looked at; no piece of a line that is labelled is cut off by it. */
const reachPx = labelReachPx + labelPiecePx;

export interface Obstacle {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** ol's builders and executors for one image. Its units are the image's pixels, y upwards, from the map's own 0, 0. */
export class OlDrawing {
  readonly #job: ImageJob;
  readonly #extent: number[];
  readonly #builders: BuilderGroup;
  #executors: ExecutorGroup | undefined;

  constructor(job: ImageJob) {
    this.#job = job;
    const { width, height, pixelRatio } = job;
    const [x, y] = mapOrigin(job);
    const more = reachPx * pixelRatio;
    this.#extent = [-x - more, y - height - more, width - x + more, y + more];
    // ol counts in CSS pixels, whatever the image is made of.
    const tolerance = getTolerance(pixelRatio, pixelRatio);
    this.#builders = new BuilderGroup(tolerance, this.#extent, pixelRatio, pixelRatio);
  }

  add(feature: Feature, style: Style, index: number): void {
    renderFeature(this.#builders, feature, style, asTheyAre, () => {}, undefined, true, index);
  }

  /** All but points and labels. */
  drawShapes(canvas: Canvas): void {
    this.#execute(canvas, NON_DECLUTTER);
  }

  /** Points, and labels that keep clear of them, of each other and of `obstacles`. */
  drawLabels(canvas: Canvas, obstacles: readonly Obstacle[] = []): void {
    const tree = new RBush<Obstacle>(9);
    tree.load([...obstacles]);
    this.#execute(canvas, DECLUTTER, tree);
  }

  #execute(canvas: Canvas, types: typeof DECLUTTER, tree?: RBush<Obstacle>): void {
    const { width, height, pixelRatio } = this.#job;
    this.#executors ??= new ExecutorGroup(
      this.#extent,
      pixelRatio,
      pixelRatio,
      true,
      this.#builders.finish(),
      reachPx,
    );
    const [x, y] = mapOrigin(this.#job);
    const transform = compose(create(), x, y, 1, -1, 0, 0, 0);
    const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
    this.#executors.execute(context, [width, height], transform, 0, true, types, tree as never);
  }
}
