import './browserShim.ts';
import type { Canvas } from '@napi-rs/canvas';
import type Feature from 'ol/Feature.js';
import BuilderGroup from 'ol/render/canvas/BuilderGroup.js';
import ExecutorGroup, { DECLUTTER, NON_DECLUTTER } from 'ol/render/canvas/ExecutorGroup.js';
import { getTolerance, renderFeature } from 'ol/renderer/vector.js';
import type Style from 'ol/style/Style.js';
import { compose, create } from 'ol/transform.js';
import RBush from 'rbush';
import { type ImageJob, labelBufferPx } from '../job/ImageJob.ts';
import { mapOrigin } from '../job/imageGrid.ts';
import { labelSegmentPx } from './labelSegments.ts';

/** A squared tolerance below 0 turns ol's simplification off: the reader has dropped vertices already. */
const NO_SIMPLIFICATION = -1;

/** CSS pixels around the image that ol considers: wide enough that it cuts no labelled segment of a line. */
const bufferPx = labelBufferPx + labelSegmentPx;

export interface Obstacle {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** ol's builders and executors for one image. Units are image pixels from the coordinate system's 0, 0, y upwards. */
export class OlRenderer {
  readonly #job: ImageJob;
  readonly #extent: number[];
  readonly #builders: BuilderGroup;
  #executors: ExecutorGroup | undefined;

  constructor(job: ImageJob) {
    this.#job = job;
    const { width, height, pixelRatio } = job;
    const [x, y] = mapOrigin(job);
    const buffer = bufferPx * pixelRatio;
    this.#extent = [-x - buffer, y - height - buffer, width - x + buffer, y + buffer];
    // ol's tolerance is in CSS pixels, whatever the pixel ratio of the image.
    const tolerance = getTolerance(pixelRatio, pixelRatio);
    this.#builders = new BuilderGroup(tolerance, this.#extent, pixelRatio, pixelRatio);
  }

  add(feature: Feature, style: Style, index: number): void {
    renderFeature(this.#builders, feature, style, NO_SIMPLIFICATION, () => {}, undefined, true, index);
  }

  /** Draws everything except points and labels. */
  drawShapes(canvas: Canvas): void {
    this.#execute(canvas, NON_DECLUTTER);
  }

  /** Draws points, and labels that avoid them, each other and `obstacles`. */
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
      bufferPx,
    );
    const [x, y] = mapOrigin(this.#job);
    const transform = compose(create(), x, y, 1, -1, 0, 0, 0);
    const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
    this.#executors.execute(context, [width, height], transform, 0, true, types, tree as never);
  }
}
