import { PbfReader } from 'pbf';
import { ArchiveError } from '../reader/ArchiveError.ts';
import { archiveLimits } from '../reader/archiveLimits.ts';
import { type GeometryBudget, readGeometry } from './readGeometry.ts';
import type { AttributeValue, GeometryType, VectorFeature, VectorTile } from './VectorTile.ts';

/** The part of a tile that is decoded. */
export interface TileSelection {
  readonly layerNames: ReadonlySet<string>;
  readonly attributeNames: ReadonlySet<string>;
}

/** Decodes a Mapbox vector tile (specification 2.1). Throws ArchiveError for a tile that is damaged or beyond the limits. */
export function decodeVectorTile(bytes: Uint8Array, selection: TileSelection): VectorTile {
  try {
    return decode(bytes, selection);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('A vector tile of the archive is damaged', { cause: error });
  }
}

interface Budget extends GeometryBudget {
  layers: number;
  features: number;
}

const FIELD = { layer: 3 } as const;
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { string: 1, float: 2, double: 3, int: 4, uint: 5, sint: 6, bool: 7 } as const;

const geometryTypes: readonly (GeometryType | undefined)[] = [undefined, 'point', 'line', 'polygon'];
const MAX_EXTENT = 2 ** 20;

function decode(bytes: Uint8Array, { layerNames, attributeNames }: TileSelection): VectorTile {
  const layers = new Map<string, VectorFeature[]>();
  const budget: Budget = {
    layers: archiveLimits.layersPerTile,
    features: archiveLimits.featuresPerTile,
    vertices: archiveLimits.verticesPerTile,
  };
  const pbf = new PbfReader(bytes);
  forEachField(pbf, bytes.length, (field) => {
    if (field !== FIELD.layer) return false;
    spend(budget, 'layers');
    const end = readEnd(pbf, bytes.length);
    const layer = indexLayer(pbf, end);
    if (!layerNames.has(layer.name)) return true;
    const keys = layer.keys.map((key) => (attributeNames.has(key) ? key : undefined));
    const getValue = createValueReader(pbf, layer);
    const features = layer.features.flatMap((start) => {
      spend(budget, 'features');
      pbf.pos = start;
      return readFeature(pbf, readEnd(pbf, end), { keys, getValue, extent: layer.extent, budget });
    });
    layers.set(layer.name, [...(layers.get(layer.name) ?? []), ...features]);
    pbf.pos = end;
    return true;
  });
  return layers;
}

/** Calls `read` for each field up to `end`; a field that it does not read is skipped. */
function forEachField(pbf: PbfReader, end: number, read: (field: number) => boolean): void {
  while (pbf.pos < end) {
    const tag = pbf.readVarint();
    if (!read(tag >> 3)) skip(pbf, tag);
    if (pbf.pos > end) throw new ArchiveError('A vector tile of the archive is damaged');
  }
}

function skip(pbf: PbfReader, tag: number): void {
  const before = pbf.pos;
  pbf.skip(tag);
  // A length beyond 2^31 is negative and would send the reader back.
  if (pbf.pos < before) throw new ArchiveError('A vector tile of the archive is damaged');
}

/** Reads the length of a message and returns where it ends. */
function readEnd(pbf: PbfReader, limit: number): number {
  const length = pbf.readVarint();
  const end = pbf.pos + length;
  if (!(length >= 0) || end > limit) throw new ArchiveError('A vector tile of the archive is damaged');
  return end;
}

function readText(pbf: PbfReader, limit: number): string {
  const start = pbf.pos;
  readEnd(pbf, limit);
  pbf.pos = start;
  return pbf.readString();
}

interface LayerIndex {
  readonly name: string;
  readonly extent: number;
  readonly end: number;
  readonly keys: readonly string[];
  /** Positions of the lengths of values and of features. */
  readonly values: readonly number[];
  readonly features: readonly number[];
}

/** Reads a layer without its features, whose keys and values may stand behind them, and finds where they are. */
function indexLayer(pbf: PbfReader, end: number): LayerIndex {
  let name = '';
  let extent = 4096;
  const keys: string[] = [];
  const values: number[] = [];
  const features: number[] = [];
  forEachField(pbf, end, (field) => {
    if (field === LAYER.name) name = readText(pbf, end);
    else if (field === LAYER.key) keys.push(readText(pbf, end));
    else if (field === LAYER.extent) extent = pbf.readVarint();
    else if (field === LAYER.feature || field === LAYER.value) {
      (field === LAYER.feature ? features : values).push(pbf.pos);
      pbf.pos = readEnd(pbf, end);
    } else return false;
    if (Math.max(keys.length, values.length) > archiveLimits.attributesPerLayer)
      throw new ArchiveError(
        `A layer of a vector tile has more than ${archiveLimits.attributesPerLayer} values`,
      );
    if (features.length > archiveLimits.featuresPerTile)
      throw new ArchiveError('A vector tile has too many features');
    return true;
  });
  if (!(extent >= 1 && extent <= MAX_EXTENT))
    throw new ArchiveError(`The extent ${extent} of a layer is out of range`);
  return { name, extent, end, keys, values, features };
}

type ReadValue = (index: number) => AttributeValue | undefined;

/** Reads a value when a feature first needs it: most are names. */
function createValueReader(pbf: PbfReader, { values, end }: LayerIndex): ReadValue {
  const known: (AttributeValue | undefined)[] = [];
  return (index) => {
    const start = values[index];
    if (start === undefined || index in known) return known[index];
    const { pos } = pbf;
    pbf.pos = start;
    const value = readValue(pbf, readEnd(pbf, end));
    pbf.pos = pos;
    known[index] = value;
    return value;
  };
}

function readValue(pbf: PbfReader, end: number): AttributeValue | undefined {
  let value: AttributeValue | undefined;
  forEachField(pbf, end, (field) => {
    if (field === VALUE.string) value = readText(pbf, end);
    else if (field === VALUE.float) value = pbf.readFloat();
    else if (field === VALUE.double) value = pbf.readDouble();
    else if (field === VALUE.int) value = pbf.readVarint(true);
    else if (field === VALUE.uint) value = pbf.readVarint();
    else if (field === VALUE.sint) value = pbf.readSVarint();
    else if (field === VALUE.bool) value = pbf.readBoolean();
    else return false;
    return true;
  });
  return value;
}

interface FeatureContext {
  /** Keys that are not asked for are undefined. */
  readonly keys: readonly (string | undefined)[];
  readonly getValue: ReadValue;
  readonly extent: number;
  readonly budget: Budget;
}

function readFeature(
  pbf: PbfReader,
  end: number,
  { keys, getValue, extent, budget }: FeatureContext,
): VectorFeature[] {
  const attributes: Record<string, AttributeValue> = Object.create(null);
  let type: GeometryType | undefined;
  let geometry: readonly [number, number] | undefined;
  forEachField(pbf, end, (field) => {
    if (field === FEATURE.type) type = geometryTypes[pbf.readVarint()];
    else if (field === FEATURE.tags) {
      const tagsEnd = readEnd(pbf, end);
      while (pbf.pos < tagsEnd) {
        const key = keys[pbf.readVarint()];
        const index = pbf.readVarint();
        const value = key === undefined ? undefined : getValue(index);
        if (key !== undefined && value !== undefined) attributes[key] = value;
      }
    } else if (field === FEATURE.geometry) {
      const to = readEnd(pbf, end);
      geometry = [pbf.pos, to];
      pbf.pos = to;
    } else return false;
    return true;
  });
  if (!type || !geometry) return [];
  const [from, to] = geometry;
  pbf.pos = from;
  const paths = readGeometry(pbf, { end: to, type, extent, budget });
  return paths.length === 0 ? [] : [{ type, attributes, paths }];
}

function spend(budget: Budget, what: 'layers' | 'features'): void {
  if (budget[what]-- <= 0) throw new ArchiveError(`A vector tile has too many ${what}`);
}
