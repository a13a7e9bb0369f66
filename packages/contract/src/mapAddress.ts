import { type Operator, operators, operatorsWithoutValue } from '@pgis/conditions';
import { limits } from './limits.ts';
import { companyOf, idsPerCompany } from './objectReference.ts';

/** Filter of a layer: objects whose field has this value. */
export interface FilterValues {
  readonly field: string;
  /** `contains` when missing. */
  readonly operator?: Operator;
  readonly value: string;
}

/** OFLT-04: a filter counts as set with a field and a value, unless its operator takes no value. */
export const isFilterSet = ({ field, operator = 'contains', value }: FilterValues): boolean =>
  field !== '' && (value !== '' || operatorsWithoutValue.includes(operator));

/** Leaves characters that a query may hold unescaped, so that links stay readable. */
export const readableQuery = (query: string): string =>
  query.replace(/%(2F|2C|3A|3B|7E)/g, decodeURIComponent);

/** The view that an address holds; whatever is absent is left as it is. */
export interface MapAddress {
  readonly view?: { readonly zoom: number; readonly centerLonLat: readonly [lon: number, lat: number] };
  /** Ids of the base layer and the overlays that are visible. */
  readonly baseLayerIds?: readonly number[];
  /** Ids of the layers that are switched on. */
  readonly layerIds?: readonly number[];
  /** Rules that are switched off, as `writeHiddenRules` writes them. */
  readonly hiddenRules?: string;
  /** Filters by the id of their layer. */
  readonly filters?: ReadonlyMap<number, FilterValues>;
  readonly objectId?: number;
}

/** Names of the parameters. They stand in links that people keep, so they stay as they are. */
const names = {
  view: 'map',
  baseLayerIds: 'base',
  layerIds: 'layers',
  hiddenRules: 'hide',
  filters: 'filter',
  objectId: 'object',
} as const;

/** Longer lists are no addresses any more. */
const MAX_IDS = 500;
const MAX_LON = 180;
const MAX_LAT = 85.06;

const isNumber = (text: string) => /^-?\d{1,9}(\.\d{1,12})?$/.test(text);
const parseId = (text: string): number[] => {
  const id = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(id) ? [id] : [];
};

function parseView(text: string): MapAddress['view'] {
  const parts = text.split('/');
  if (parts.length !== 3 || !parts.every(isNumber)) return undefined;
  const [zoom = 0, lat = 0, lon = 0] = parts.map(Number);
  if (zoom < 0 || zoom > limits.maxZoom || Math.abs(lon) > MAX_LON || Math.abs(lat) > MAX_LAT)
    return undefined;
  return { zoom, centerLonLat: [lon, lat] };
}

/** An empty list is written as `none`, because some programs drop a parameter that is empty. */
const NONE = 'none';

/** Parses a list in which a company is named once (D-OBJ-13): `1-20,21`. */
function parseIds(text: string): readonly number[] | undefined {
  if (text === NONE) return [];
  let company = 0;
  const ids = text.split(',', MAX_IDS).flatMap((part) => {
    const [, newCompany, own = ''] = /^(?:(\d{1,6})-)?(\d{1,16})$/.exec(part) ?? [];
    company = Number(newCompany ?? company);
    return parseId(own).map((id) => company * idsPerCompany + id);
  });
  return ids.length > 0 ? ids : undefined;
}

function writeIds(ids: readonly number[]): string {
  let company = 0;
  const parts = ids.map((id) => {
    const own = companyOf(id);
    const prefix = own === company ? '' : `${own}-`;
    company = own;
    return `${prefix}${id % idsPerCompany}`;
  });
  return parts.join() || NONE;
}

/** Escapes what separates the parts of a filter, so that other letters stay readable. */
const escapePart = (text: string) => text.replace(/[%:;]/g, encodeURIComponent);
function unescapePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Layer, field and value of each filter, and its operator if that is another than `contains`. */
function parseFilters(text: string): MapAddress['filters'] {
  const filters = text.split(';', MAX_IDS).flatMap((part): [number, FilterValues][] => {
    const [layer = '', field = '', value = '', comparison] = part.split(':');
    const [id] = parseIds(layer) ?? [];
    const operator = operators.find((one) => one === comparison);
    const values = { field: unescapePart(field), ...(operator && { operator }), value: unescapePart(value) };
    const isUnknown = comparison !== undefined && operator === undefined;
    return id === undefined || isUnknown || !isFilterSet(values) ? [] : [[id, values]];
  });
  return filters.length > 0 ? new Map(filters) : undefined;
}
const writeFilters = (filters: NonNullable<MapAddress['filters']>): string =>
  [...filters]
    .map(([id, { field, operator, value }]) =>
      [writeIds([id]), escapePart(field), escapePart(value), ...(operator ? [operator] : [])].join(':'),
    )
    .join(';');

/** Parses the query of an address, with or without `?`; what cannot be understood counts as absent. */
export function parseMapAddress(query: string): MapAddress {
  const search = new URLSearchParams(query);
  const read = <T>(name: keyof typeof names, parse: (text: string) => T | undefined) => {
    const text = search.get(names[name]);
    const value = text === null ? undefined : parse(text);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    ...read('view', parseView),
    ...read('baseLayerIds', parseIds),
    ...read('layerIds', parseIds),
    ...read('hiddenRules', (text) => text || undefined),
    ...read('filters', parseFilters),
    ...read('objectId', (text) => parseId(text)[0]),
  };
}

/** The decimals that a degree needs to name a tenth of a pixel; a tile of 256 pixels is the world at zoom 0. */
const degreeDecimals = (zoom: number): number => Math.ceil(Math.log10((2 ** zoom * 256) / 360)) + 1;

function viewText({ zoom, centerLonLat: [lon, lat] }: NonNullable<MapAddress['view']>): string {
  const decimals = degreeDecimals(zoom);
  return [Number(zoom.toFixed(2)), ...[lat, lon].map((degrees) => Number(degrees.toFixed(decimals)))].join(
    '/',
  );
}

/**
 * Writes the query of an address without `?`. Parameters of `query` that say nothing of the map stay in front.
 */
export function writeMapAddress(address: MapAddress, query = ''): string {
  const search = new URLSearchParams(query);
  for (const name of Object.values(names)) search.delete(name);
  const { view, baseLayerIds, layerIds, hiddenRules, filters, objectId } = address;
  if (view) search.set(names.view, viewText(view));
  if (baseLayerIds) search.set(names.baseLayerIds, writeIds(baseLayerIds));
  if (layerIds) search.set(names.layerIds, writeIds(layerIds));
  if (hiddenRules) search.set(names.hiddenRules, hiddenRules);
  if (filters && filters.size > 0) search.set(names.filters, writeFilters(filters));
  if (objectId !== undefined) search.set(names.objectId, String(objectId));
  return readableQuery(search.toString());
}
