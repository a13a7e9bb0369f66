import { compileRuleFinder, parseGeomStyle, type SymbolKind } from '@pgis/cartography';
import type { ObjectData } from '@pgis/conditions';
import { TwkbReader } from '../raster/TwkbReader.ts';
import type { ImageJob } from './ImageJob.ts';
import { toPixelOf } from './imageGrid.ts';

/** One object during a visit; `shape` is valid until the next object. */
export interface ImageObject {
  readonly index: number;
  readonly kind: SymbolKind;
  readonly shape: TwkbReader;
  readonly data: ObjectData | undefined;
  readonly label: string;
}

/** Objects between two checks of the stop flag. */
const STOP_CHECK_INTERVAL = 16;

const kinds: readonly SymbolKind[] = ['point', 'line', 'polygon'];

/**
 * The objects of an image, decoded again by each visit. Painting order demands a visit for each step (all polygons, all
 * casings, all lines, stroke patterns, points, labels): one visit for all of them would need a canvas per step, whose
 * composition rounds translucent colours differently, or all decoded shapes in memory.
 */
export class ImageObjects {
  readonly #job: ImageJob;
  readonly #data: readonly ObjectData[] | undefined;
  readonly #labels: readonly string[] | undefined;
  readonly #found = new Set<SymbolKind>();
  /** Tells if the rule that draws an object is switched off. */
  readonly #isHidden: (data: ObjectData | undefined) => boolean;
  readonly #stop: Int32Array | undefined;

  /** A visit throws once the first number of `stop` is set. */
  constructor(job: ImageJob, stop?: Int32Array) {
    this.#job = job;
    this.#stop = stop;
    this.#data = job.data === undefined ? undefined : (JSON.parse(job.data) as ObjectData[]);
    this.#labels = job.labels === undefined ? undefined : (JSON.parse(job.labels) as string[]);
    this.#isHidden = compileHiding(job);
  }

  /** Tells if an earlier visit found objects of this kind. */
  has(kind: SymbolKind): boolean {
    return this.#found.has(kind);
  }

  /** Visits the objects in drawing order; `use` gets the same object each time, with new contents. */
  visit(use: (object: ImageObject) => void): void {
    const shape = new TwkbReader(this.#job.geometries, toPixelOf(this.#job));
    const object = {
      index: -1,
      kind: 'point' as SymbolKind,
      shape,
      data: undefined as ObjectData | undefined,
      label: '',
    };
    while (shape.next()) {
      object.index++;
      if (object.index % STOP_CHECK_INTERVAL === 0 && this.#stop?.[0])
        throw new Error('nobody waits for this image');
      if (shape.ends.length === 0 || this.#isHidden(this.#data?.[object.index])) continue;
      object.kind = kinds[(shape.type - 1) % 3] as SymbolKind;
      object.data = this.#data?.[object.index];
      object.label = this.#labels?.[object.index] ?? '';
      this.#found.add(object.kind);
      use(object);
    }
  }
}

function compileHiding({ geomStyle, hiddenRules }: ImageJob): (data: ObjectData | undefined) => boolean {
  if (hiddenRules.length === 0) return () => false;
  const hidden = new Set(hiddenRules);
  const findRule = compileRuleFinder(parseGeomStyle(geomStyle).style);
  return (data) => hidden.has(findRule(data));
}
