import type { ImportInspection, SkippedRows, SkipReason } from '@pgis/contract';
import { limits } from '@pgis/contract/plain';
import { countVertices, findGeometryKind, type Geometry } from '@pgis/geo';
import type { StartView } from '../../query/readStartView.ts';
import type { GivenFile } from '../files/SourceFile.ts';
import { SourceError } from '../SourceError.ts';
import { openSource } from '../sources/openSource.ts';
import { isBroken } from '../sources/SourceFeature.ts';
import type { SourceOptions } from '../sources/SourceOptions.ts';
import { crossesItself } from './crossesItself.ts';
import { FieldFacts } from './FieldFacts.ts';
import { rankCandidates } from './rankCandidates.ts';

/** Corners of the shapes in the sample; a shape beyond them is represented by its first ones. */
const MAX_SAMPLE_POSITIONS = 20_000;
const MAX_TEXTS = 5;
const MAX_TEXT_LENGTH = 60;
/** Length of a value in the preview. */
const MAX_CELL_LENGTH = 200;
const MAX_FIELDS = 1_000;
const LISTED_ROWS = 20;

export interface InspectRequest {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly view: StartView;
}

/** Facts about a file, with the sample of its shapes in its own coordinate system. */
export interface Inspected {
  readonly inspection: ImportInspection;
  readonly shapes: readonly Geometry[];
  /** Coordinate system that the file names. */
  readonly fileCrs: string | undefined;
}

/**
 * Reads a file to its end without saving anything: counts, fields with guessed types, the first rows, and the coordinate
 * systems in which a sample of its shapes lies on the map of the company.
 *
 * @throws SourceError when it cannot be read or has no objects.
 */
export async function inspectSource(
  { files, options, view }: InspectRequest,
  onProgress: (count: number) => void = () => {},
): Promise<Inspected> {
  const source = await openSource(files, options);
  const fields = new Map<string, FieldFacts>();
  const kinds = { point: 0, line: 0, polygon: 0 };
  const skipped = new SkippedCounts();
  const preview: { rowNumber: number; properties: Readonly<Record<string, unknown>> }[] = [];
  const sample = new ShapeSample();
  const texts = new Set<string>();
  let featureCount = 0;
  let crossing = 0;
  for await (const feature of source.features) {
    featureCount++;
    if (featureCount > limits.import.features)
      throw new SourceError('TOO_LARGE', `The file has more than ${limits.import.features} objects.`);
    if (featureCount % 1_000 === 0) onProgress(featureCount);
    const { rowNumber, properties = {} } = feature;
    for (const [name, value] of Object.entries(properties)) {
      let facts = fields.get(name);
      if (facts === undefined) {
        if (fields.size >= MAX_FIELDS)
          throw new SourceError('TOO_LARGE', `The file has more than ${MAX_FIELDS} fields.`);
        facts = new FieldFacts(name);
        fields.set(name, facts);
      }
      facts.add(value);
      if (texts.size < MAX_TEXTS && typeof value === 'string' && /[^\p{ASCII}]/u.test(value))
        texts.add(value.trim().slice(0, MAX_TEXT_LENGTH));
    }
    if (preview.length < limits.import.previewRows) preview.push({ rowNumber, properties });
    if (isBroken(feature)) skipped.add(feature.reason, rowNumber);
    else {
      const kind = findGeometryKind(feature.geometry.type);
      if (kind !== undefined) kinds[kind]++;
      if (crossesItself(feature.geometry)) crossing++;
      sample.add(feature.geometry);
    }
  }
  if (featureCount === 0) throw new SourceError('NO_OBJECTS', 'The file has no objects.');
  const { shapes } = sample;
  const fileCrs = source.declaredCrs();
  const names = [...fields.keys()];
  const address = options.columns?.address;
  const candidates = rankCandidates(shapes, { fileCrs, format: source.format, view });
  return {
    shapes,
    fileCrs,
    inspection: {
      format: source.format,
      layers: [...source.layers],
      layer: source.layer,
      tables: (source.tables ?? []).map(({ name, fields: names }) => ({ name, fields: [...names] })),
      join: options.join ?? null,
      encoding: source.encoding ?? null,
      sampleTexts: [...texts],
      featureCount,
      kinds,
      crossing,
      skipped: skipped.list(),
      fields: [...fields.values()].map((facts) => facts.toField(featureCount)),
      rows: preview.map(({ rowNumber, properties }) => ({
        rowNumber,
        values: names.map((name) => toCell(properties[name])),
      })),
      sampleCount: shapes.length,
      ...(address !== undefined && { address }),
      // Positions of addresses are in degrees, wherever they lie.
      candidates: address === undefined ? candidates : candidates.filter(({ isFromFile }) => isFromFile),
    },
  };
}

function toCell(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, MAX_CELL_LENGTH);
}

/** Counts skipped rows by reason and remembers the first of each. */
export class SkippedCounts {
  readonly #byReason = new Map<SkipReason, { count: number; rows: number[] }>();

  add(reason: SkipReason, rowNumber: number): void {
    const found = this.#byReason.get(reason) ?? { count: 0, rows: [] };
    found.count++;
    if (found.rows.length < LISTED_ROWS) found.rows.push(rowNumber);
    this.#byReason.set(reason, found);
  }

  list(): SkippedRows[] {
    return [...this.#byReason]
      .map(([reason, { count, rows }]) => ({ reason, count, rows }))
      .sort((a, b) => b.count - a.count);
  }
}

/** Takes shapes evenly from a file of unknown length: whenever it is full, every second one is dropped. */
class ShapeSample {
  #shapes: Geometry[] = [];
  #step = 1;
  #seen = 0;

  add(geometry: Geometry): void {
    if (this.#seen++ % this.#step !== 0) return;
    this.#shapes.push(simplify(geometry));
    if (this.#shapes.length <= limits.import.sampleShapes) return;
    this.#shapes = this.#shapes.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }

  get shapes(): readonly Geometry[] {
    return this.#shapes;
  }
}

const MAX_SHAPE_POSITIONS = MAX_SAMPLE_POSITIONS / limits.import.sampleShapes;

/** Keeps every n-th corner, which is enough to see where a shape lies. */
export function simplify(geometry: Geometry): Geometry {
  const count = countVertices(geometry);
  if (count <= MAX_SHAPE_POSITIONS || geometry.type === 'Point') return geometry;
  const step = Math.ceil(count / MAX_SHAPE_POSITIONS);
  switch (geometry.type) {
    case 'MultiPoint':
      return { type: geometry.type, coordinates: geometry.coordinates.filter((_, i) => i % step === 0) };
    case 'LineString':
      return { type: geometry.type, coordinates: thin(geometry.coordinates, step) };
    case 'MultiLineString':
    case 'Polygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.slice(0, 5).map((path) => thin(path, step)),
      };
    case 'MultiPolygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates
          .slice(0, 5)
          .map((rings) => rings.slice(0, 1).map((ring) => thin(ring, step))),
      };
  }
}

const thin = <T>(path: readonly T[], step: number): T[] =>
  path.length <= 5 ? [...path] : path.filter((_, i) => i % step === 0 || i === path.length - 1);
