import { RULE_TOKEN } from '@pgis/cartography';
import { type LayerId, limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { AppError } from '../../errors/AppError.ts';
import { type ObjectKind, objectKinds } from '../../layers/ObjectKind.ts';
import { type ImageFormat, imageFormats } from '../../rendering/job/ImageFormat.ts';
import type { ImageRequest } from '../../rendering/job/ImageRequest.ts';
import { type ImageCrs, imageProjections, toExtent3857 } from '../../rendering/job/imageProjections.ts';
import { parseVersion, WmsQuery } from './wms/WmsQuery.ts';

/** The suffixes of WMS layer names by kind of objects. */
export const kindOfSuffix: Readonly<Record<string, ObjectKind>> = {
  points: objectKinds.point,
  lines: objectKinds.line,
  polygons: objectKinds.polygon,
};

/**
 * Parses the parameters of a WMS GetMap (1.1.1 or 1.3.0); their names are case-insensitive.
 *
 * @throws IMAGE_REQUEST with the invalid parameters, IMAGE_TOO_LARGE past the size limits.
 */
export function parseGetMap(query: Readonly<Record<string, string>>, layerId: LayerId): ImageRequest {
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

/** Parses `_MAXAGE`, the seconds for which a map may lack a change; without it a map shows all changes. */
export function parseMaxAge(query: Readonly<Record<string, string>>): number {
  const values = new WmsQuery(query);
  const maxAgeS = values.whole('_MAXAGE', { max: limits.image.maxAgeS, fallback: 0 });
  values.check();
  return maxAgeS;
}

/** Ignores parameters of the media type, such as `image/png; mode=8bit`. */
export function parseFormat(values: WmsQuery, fallback?: string): ImageFormat {
  const text = values.text('FORMAT', /^image\/(png|webp|jpeg)(\s*;.*)?$/i, fallback);
  return imageFormats.find((format) => text.toLowerCase().includes(format)) ?? 'png';
}

/** Parses what GetMap and GetFeatureInfo have in common; problems are reported by `values.check()`. */
export function parseMap(values: WmsQuery, layerId: LayerId): Omit<ImageRequest, 'format'> {
  values.text('VERSION', /^1\.(1\.[01]|3\.0)$/, '1.3.0');
  const crs = parseCrs(values);
  checkStyles(values);
  const [width, height] = [values.whole('WIDTH', { min: 1 }), values.whole('HEIGHT', { min: 1 })];
  const pixelRatio = parseDpi(values) / CSS_DPI;
  const isNorthFirst = imageProjections[crs.name].isNorthFirst && !crs.isEastFirst;
  const extent = parseBox(values, isNorthFirst);
  // Far outside its area of use a projection returns infinity.
  const isUnprojectable = !toExtent3857(crs.name, extent).every(Number.isFinite);
  if (extent !== INVALID_BOX && isUnprojectable) values.fail('BBOX', 'OUT_OF_RANGE');
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

/** @throws IMAGE_TOO_LARGE before anything is read or rendered. */
export function checkSize({ width, height }: Pick<ImageRequest, 'width' | 'height'>): void {
  if (Math.max(width, height) > limits.image.sidePx || width * height * 4 > limits.image.bytes)
    throw new AppError('IMAGE_TOO_LARGE');
}

/** Codes of the supported systems; 900913 is the unofficial code that EPSG:3857 had before. */
const crsNames: Readonly<Record<string, ImageCrs>> = {
  'EPSG:3857': 'EPSG:3857',
  'EPSG:900913': 'EPSG:3857',
  'EPSG:4326': 'EPSG:4326',
  'CRS:84': 'EPSG:4326',
  'EPSG:3059': 'EPSG:3059',
};

/** WMS 1.1.1 always has x first; 1.3.0 has the axis order of the authority, except for CRS:84. */
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
const MAX_DPI = 300;

/** DPI is a vendor parameter of QGIS Server: the sharpness of symbols and labels. QGIS sends that of its screen, which may be less than 96. */
const parseDpi = (values: WmsQuery): number =>
  Math.max(CSS_DPI, values.whole('DPI', { min: 1, max: MAX_DPI, fallback: CSS_DPI }));

/** A layer has one style; a request may name it `default`, or leave it out. */
function checkStyles(values: WmsQuery): void {
  const names = values.find('STYLES')?.split(',') ?? [];
  if (names.some((name) => name !== '' && name !== 'default')) values.fail('STYLES', 'NOT_ALLOWED');
}

const hiddenRulesPattern = new RegExp(`^${RULE_TOKEN}(,${RULE_TOKEN}){0,${limits.hiddenRules - 1}}$`);

/** Parses `_HIDE`, rule tokens separated by commas. */
function parseHiddenRules(values: WmsQuery): string[] {
  if (!values.has('_HIDE')) return [];
  return values
    .text('_HIDE', hiddenRulesPattern, '')
    .split(',')
    .filter((token) => token !== '');
}

/** Placeholder for an invalid box. */
const INVALID_BOX: Extent = [0, 0, 1, 1];
/** Largest coordinate, in the units of any coordinate system. */
const MAX_COORDINATE = 1e8;

function parseBox(values: WmsQuery, isNorthFirst: boolean): Extent {
  const text = values.find('BBOX');
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (text === undefined) values.fail('BBOX', 'REQUIRED');
  else if (numbers.length !== 4 || !numbers.every(Number.isFinite)) values.fail('BBOX', 'WRONG_FORMAT');
  else if (a >= c || b >= d || numbers.some((number) => Math.abs(number) > MAX_COORDINATE))
    values.fail('BBOX', 'OUT_OF_RANGE');
  else return isNorthFirst ? [b, a, d, c] : [a, b, c, d];
  return INVALID_BOX;
}

/** API-WMS-01: one to three names, each the layer's id with the suffix of a kind. */
export function parseLayers(values: WmsQuery, name: string, layerId: LayerId): ObjectKind[] {
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
