import { limits, type Problem } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { AppError } from '../../http/AppError.ts';
import { type ObjectKind, objectKinds } from '../objects/index.ts';

export interface GetMap {
  /** EPSG:3857. */
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
  /** Pixels of the image a CSS pixel, of which 96 are an inch. */
  readonly pixelRatio: number;
  readonly kinds: readonly ObjectKind[];
  readonly transparent: boolean;
}

const kindOfSuffix: Readonly<Record<string, ObjectKind>> = {
  points: objectKinds.point,
  lines: objectKinds.line,
  polygons: objectKinds.polygon,
};

/**
 * The parameters of a WMS GetMap (1.1.1 or 1.3.0; in EPSG:3857 both have x first). Names in any case.
 *
 * @throws IMAGE_REQUEST with the parameters that do not fit, IMAGE_TOO_LARGE past the size limits.
 */
export function parseGetMap(query: Readonly<Record<string, string>>, layerId: number): GetMap {
  const values = new Map(Object.entries(query).map(([name, value]) => [name.toUpperCase(), value]));
  const problems: Problem[] = [];
  const fail = (name: string, code: Problem['code']) => {
    problems.push({ path: `query/${name}`, code });
  };
  const expect = (name: string, pattern: RegExp, isRequired: boolean) => {
    const value = values.get(name);
    if (value === undefined || value === '') {
      if (isRequired) fail(name, 'REQUIRED');
    } else if (!pattern.test(value)) fail(name, 'NOT_ALLOWED');
  };
  expect('SERVICE', /^WMS$/i, false);
  expect('REQUEST', /^GetMap$/i, true);
  expect('VERSION', /^1\.(1\.[01]|3\.0)$/, false);
  expect('FORMAT', /^image\/png(;.*)?$/i, false);
  expect(values.has('CRS') ? 'CRS' : 'SRS', /^EPSG:(3857|900913)$/i, true);

  const size = (name: string): number => {
    const text = values.get(name) ?? '';
    const value = Number(text);
    if (text === '') fail(name, 'REQUIRED');
    else if (!/^\d{1,6}$/.test(text) || value < 1) fail(name, 'WRONG_FORMAT');
    return value;
  };
  const [width, height] = [size('WIDTH'), size('HEIGHT')];
  const pixelRatio = parseDpi(values.get('DPI'), fail) / CSS_DPI;
  const extent = parseBox(values.get('BBOX'), fail);
  const kinds = parseLayers(values.get('LAYERS'), layerId, fail);
  if (problems.length > 0) throw new AppError('IMAGE_REQUEST', { errors: problems });
  if (Math.max(width, height) > limits.image.sidePx || width * height * 4 > limits.image.bytes)
    throw new AppError('IMAGE_TOO_LARGE');
  return {
    extent,
    width,
    height,
    pixelRatio,
    kinds,
    transparent: !/^false$/i.test(values.get('TRANSPARENT') ?? 'false'),
  };
}

const CSS_DPI = 96;
const MOST_DPI = 300;

/** As QGIS Server names it: how sharp symbols and labels are drawn. */
function parseDpi(text: string | undefined, fail: Fail): number {
  if (text === undefined || text === '') return CSS_DPI;
  const dpi = Number(text);
  if (!/^\d{1,4}$/.test(text)) fail('DPI', 'WRONG_FORMAT');
  else if (dpi < CSS_DPI || dpi > MOST_DPI) fail('DPI', 'OUT_OF_RANGE');
  return dpi;
}

type Fail = (name: string, code: Problem['code']) => void;

function parseBox(text: string | undefined, fail: Fail): Extent {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = numbers;
  if (text === undefined) fail('BBOX', 'REQUIRED');
  else if (numbers.length !== 4 || !numbers.every(Number.isFinite)) fail('BBOX', 'WRONG_FORMAT');
  else if (minX >= maxX || minY >= maxY) fail('BBOX', 'OUT_OF_RANGE');
  return [minX, minY, maxX, maxY];
}

/** API-WMS-01: the layer's id with a kind behind it, one to three of them. */
function parseLayers(text: string | undefined, layerId: number, fail: Fail): ObjectKind[] {
  if (!text) {
    fail('LAYERS', 'REQUIRED');
    return [];
  }
  const kinds = text.split(',').map((name) => {
    const [id, suffix] = name.trim().split('_');
    return Number(id) === layerId ? kindOfSuffix[suffix ?? ''] : undefined;
  });
  if (kinds.includes(undefined) || new Set(kinds).size !== kinds.length) fail('LAYERS', 'NOT_ALLOWED');
  return kinds.filter((kind) => kind !== undefined);
}
