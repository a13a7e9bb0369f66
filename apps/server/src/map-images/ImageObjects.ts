import { compileRuleFinder, type ObjectData, parseGeomStyle, type SymbolKind } from '@pgis/cartography';
import type { ImageJob } from './ImageJob.ts';
import { toPixelOf } from './imageGrid.ts';
import { TwkbReader } from './readTwkb.ts';

/** One object while it is being visited; `shape` is good until the next. */
export interface ImageObject {
  readonly index: number;
  readonly kind: SymbolKind;
  readonly shape: TwkbReader;
  readonly data: ObjectData | undefined;
  readonly label: string;
}

/** Objects between two looks whether anybody still waits. */
const LOOK_AFTER = 16;

const kinds: readonly SymbolKind[] = ['point', 'line', 'polygon'];

/** The objects of an image, to be gone through once for everything that is drawn after each other. */
export class ImageObjects {
  readonly #job: ImageJob;
  readonly #data: readonly ObjectData[] | undefined;
  readonly #labels: readonly string[] | undefined;
  readonly #present = new Set<SymbolKind>();
  /** Whether the rule that draws an object is switched off. */
  readonly #isSwitchedOff: (data: ObjectData | undefined) => boolean;

  readonly #stop: Int32Array | undefined;

  /** A visit throws once the first number of `stop` is set. */
  constructor(job: ImageJob, stop?: Int32Array) {
    this.#job = job;
    this.#stop = stop;
    this.#data = job.data === undefined ? undefined : (JSON.parse(job.data) as ObjectData[]);
    this.#labels = job.labels === undefined ? undefined : (JSON.parse(job.labels) as string[]);
    this.#isSwitchedOff = compileHiding(job);
  }

  /** Whether a visit met any of this kind. */
  has(kind: SymbolKind): boolean {
    return this.#present.has(kind);
  }

  /** In drawing order. The object is the same one each time, with other contents. */
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
      if (object.index % LOOK_AFTER === 0 && this.#stop?.[0])
        throw new Error('nobody waits for this picture');
      if (shape.ends.length === 0 || this.#isSwitchedOff(this.#data?.[object.index])) continue;
      object.kind = kinds[(shape.type - 1) % 3] as SymbolKind;
      object.data = this.#data?.[object.index];
      object.label = this.#labels?.[object.index] ?? '';
      this.#present.add(object.kind);
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
