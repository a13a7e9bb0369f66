import { RULE_TOKEN } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { AppError } from '../../http/AppError.ts';
import { type ImageFormat, imageFormats } from '../../map-images/ImageFormat.ts';
import { type ImageCrs, imageProjections, toExtent3857 } from '../../map-images/imageProjections.ts';
import { type ObjectKind, objectKinds } from '../objects/index.ts';
import { parseVersion, WmsQuery } from './wms/WmsQuery.ts';

export interface GetMap {
  readonly crs: ImageCrs;
  /** In the coordinate system of the image, x (east) first. */
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
  /** Pixels of the image a CSS pixel, of which 96 are an inch. */
  readonly pixelRatio: number;
  readonly kinds: readonly ObjectKind[];
  /** `#rrggbb`; undefined leaves it transparent. */
  readonly background: string | undefined;
  readonly format: ImageFormat;
  /** Tokens of rules that the reader has switched off. */
  readonly hiddenRules: readonly string[];
}

/** How WMS calls the kinds of a layer. */
export const kindOfSuffix: Readonly<Record<string, ObjectKind>> = {
  points: objectKinds.point,
  lines: objectKinds.line,
  polygons: objectKinds.polygon,
};

/**
 * The parameters of a WMS GetMap (1.1.1 or 1.3.0). Names in any case.
 *
 * @throws IMAGE_REQUEST with the parameters that do not fit, IMAGE_TOO_LARGE past the size limits.
 */
export function parseGetMap(query: Readonly<Record<string, string>>, layerId: number): GetMap {
  const values = new WmsQuery(query);
  values.service();
  values.text('REQUEST', /^GetMap$/i);
  const format = parseFormat(values);
  const map = parseMap(values, layerId);
  values.check();
  checkSize(map);
  return { ...map, format, background: format === 'jpeg' ? (map.background ?? WHITE) : map.background };
}

const WHITE = '#ffffff';

/** `image/png; mode=8bit` and the like are taken for what stands in front. */
export function parseFormat(values: WmsQuery, otherwise?: string): ImageFormat {
  const text = values.text('FORMAT', /^image\/(png|webp|jpeg)(\s*;.*)?$/i, otherwise);
  return imageFormats.find((format) => text.toLowerCase().includes(format)) ?? 'png';
}

/** What GetMap and GetFeatureInfo have in common; `values.check()` tells whether it is good. */
export function parseMap(values: WmsQuery, layerId: number): Omit<GetMap, 'format'> {
  values.text('VERSION', /^1\.(1\.[01]|3\.0)$/, '1.3.0');
  const crs = parseCrs(values);
  parseStyles(values);
  const [width, height] = [values.whole('WIDTH', { least: 1 }), values.whole('HEIGHT', { least: 1 })];
  const pixelRatio = parseDpi(values) / CSS_DPI;
  const isNorthFirst = imageProjections[crs.name].isNorthFirst && !crs.isEastFirst;
  const extent = parseBox(values, isNorthFirst);
  // Far out projections end in infinity.
  const isNowhere = !toExtent3857(crs.name, extent).every(Number.isFinite);
  if (extent !== NOWHERE && isNowhere) values.fail('BBOX', 'OUT_OF_RANGE');
  const kinds = parseLayers(values, 'LAYERS', layerId);
  const ground = values.text('BGCOLOR', /^0x[0-9a-f]{6}$/i, '0xFFFFFF').slice(2);
  const isTransparent = !/^false$/i.test(values.find('TRANSPARENT') ?? 'false');
  const hiddenRules = parseHiddenRules(values);
  return {
    hiddenRules,
    crs: crs.name,
    extent,
    width,
    height,
    pixelRatio,
    kinds,
    background: isTransparent ? undefined : `#${ground}`,
  };
}

/** Past the limits nothing is read or drawn. */
export function checkSize({ width, height }: Pick<GetMap, 'width' | 'height'>): void {
  if (Math.max(width, height) > limits.image.sidePx || width * height * 4 > limits.image.bytes)
    throw new AppError('IMAGE_TOO_LARGE');
}

/** Names of the same system: 900913 is what it was called before it had a number. */
const crsNames: Readonly<Record<string, ImageCrs>> = {
  'EPSG:3857': 'EPSG:3857',
  'EPSG:900913': 'EPSG:3857',
  'EPSG:4326': 'EPSG:4326',
  'CRS:84': 'EPSG:4326',
  'EPSG:3059': 'EPSG:3059',
};

/** WMS 1.1.1 always has x first; 1.3.0 has the order of the authority, but for CRS:84. */
function parseCrs(values: WmsQuery): { name: ImageCrs; isEastFirst: boolean } {
  const parameter = values.has('CRS') || !values.has('SRS') ? 'CRS' : 'SRS';
  const text = values.text(parameter, /./).toUpperCase();
  const name = crsNames[text];
  if (text !== '' && name === undefined) values.fail(parameter, 'NOT_ALLOWED');
  return {
    name: name ?? 'EPSG:3857',
    isEastFirst: text === 'CRS:84' || parseVersion(values) === '1.1.1',
  };
}

const CSS_DPI = 96;
const MOST_DPI = 300;

/** As QGIS Server names it: how sharp symbols and labels are drawn. QGIS sends that of its screen, which may be less than CSS has. */
const parseDpi = (values: WmsQuery): number =>
  Math.max(CSS_DPI, values.whole('DPI', { least: 1, most: MOST_DPI, otherwise: CSS_DPI }));

/** The style of a layer is its own; a map may name it `default`, or leave it out. */
function parseStyles(values: WmsQuery): void {
  const names = values.find('STYLES')?.split(',') ?? [];
  if (names.some((name) => name !== '' && name !== 'default')) values.fail('STYLES', 'NOT_ALLOWED');
}

const hiddenRulesPattern = new RegExp(`^${RULE_TOKEN}(,${RULE_TOKEN}){0,${limits.hiddenRules - 1}}$`);

/** `_HIDE`: tokens with commas between. */
function parseHiddenRules(values: WmsQuery): string[] {
  if (!values.has('_HIDE')) return [];
  return values
    .text('_HIDE', hiddenRulesPattern, '')
    .split(',')
    .filter((token) => token !== '');
}

/** Stands for a box that was refused. */
const NOWHERE: Extent = [0, 0, 1, 1];
/** In any unit: further out is nothing. */
const FURTHEST = 1e8;

function parseBox(values: WmsQuery, isNorthFirst: boolean): Extent {
  const text = values.find('BBOX');
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (text === undefined) values.fail('BBOX', 'REQUIRED');
  else if (numbers.length !== 4 || !numbers.every(Number.isFinite)) values.fail('BBOX', 'WRONG_FORMAT');
  else if (a >= c || b >= d || numbers.some((number) => Math.abs(number) > FURTHEST))
    values.fail('BBOX', 'OUT_OF_RANGE');
  else return isNorthFirst ? [b, a, d, c] : [a, b, c, d];
  return NOWHERE;
}

/** API-WMS-01: the layer's id with a kind behind it, one to three of them. */
export function parseLayers(values: WmsQuery, name: string, layerId: number): ObjectKind[] {
  const text = values.find(name);
  if (text === undefined) {
    values.fail(name, 'REQUIRED');
    return [];
  }
  const kinds = text.split(',').map((part) => {
    const [id, suffix] = part.trim().split('_');
    return Number(id) === layerId ? kindOfSuffix[suffix ?? ''] : undefined;
  });
  if (kinds.includes(undefined) || new Set(kinds).size !== kinds.length) values.fail(name, 'NOT_ALLOWED');
  return kinds.filter((kind) => kind !== undefined);
}
