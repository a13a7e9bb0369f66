import {
  limits,
  type MapLayer,
  type Problem,
  type ProblemCode,
  resolveSourceAddress,
  toXyzTemplate,
} from '@pgis/contract';
import secureJson from 'secure-json-parse';
import { findBadText } from '../../validation/parseJson.ts';

const path = '/sourceJson';
const textLimit = 2_000;
const MAX_ZOOM = 28;

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown, hosts: readonly string[]) => ProblemCode | undefined;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const checkText: Check = (value) => {
  if (typeof value !== 'string') return 'WRONG_TYPE';
  if (value.trim() === '') return 'REQUIRED';
  return value.length > textLimit ? 'TOO_LONG' : undefined;
};

const checkZoom: Check = (value) => {
  if (typeof value !== 'number') return 'WRONG_TYPE';
  return value >= 0 && value <= MAX_ZOOM ? undefined : 'OUT_OF_RANGE';
};

const checkAttributions: Check = (value) => {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length > limits.mapLayer.attributions) return 'TOO_MANY';
  return texts.every((text) => typeof text === 'string' && text.length <= textLimit)
    ? undefined
    : 'WRONG_TYPE';
};

const checkParams: Check = (value) => {
  if (!isFields(value)) return 'WRONG_TYPE';
  const items = Object.values(value);
  if (items.length > limits.mapLayer.params) return 'TOO_MANY';
  const isScalar = (item: unknown) => ['string', 'number', 'boolean'].includes(typeof item);
  return items.every(isScalar) ? undefined : 'WRONG_TYPE';
};

/**
 * Checks an address: https, or this server, and a listed host where the installation lists hosts. The server
 * never fetches it.
 */
const checkAddress: Check = (value, hosts) => {
  const wrong = checkText(value, hosts);
  if (wrong !== undefined) return wrong;
  const url = resolveSourceAddress(value as string);
  if (url === undefined) return 'WRONG_FORMAT';
  if (url === 'own') return undefined;
  if (url.username !== '' || url.password !== '') return 'NOT_ALLOWED';
  return hosts.length === 0 ||
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
    ? undefined
    : 'NOT_ALLOWED';
};

const checkTileAddress: Check = (value, hosts) => {
  const wrong = checkAddress(value, hosts);
  if (wrong !== undefined) return wrong;
  const address = toXyzTemplate(value as string);
  const hasPlaceholders =
    ['{z}', '{x}'].every((placeholder) => address.includes(placeholder)) && /\{-?y\}/.test(address);
  return hasPlaceholders ? undefined : 'WRONG_FORMAT';
};

interface SourceRules {
  readonly required: readonly string[];
  readonly checks: Readonly<Record<string, Check>>;
}

const rules: Readonly<Record<MapLayer['sourceType'], SourceRules>> = {
  XYZ: {
    required: ['url'],
    checks: {
      url: checkTileAddress,
      minZoom: checkZoom,
      maxZoom: checkZoom,
      attributions: checkAttributions,
    },
  },
  TileWMS: {
    required: ['url', 'params'],
    checks: { url: checkAddress, params: checkParams, attributions: checkAttributions },
  },
  BingMaps: {
    required: ['key', 'imagerySet'],
    checks: { key: checkText, imagerySet: checkText, culture: checkText, attributions: checkAttributions },
  },
};

function parse(text: string): { readonly options: Fields } | Problem {
  let value: unknown;
  try {
    value = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return { path, code: 'INVALID_JSON' };
  }
  return isFields(value) ? { options: value } : { path, code: 'WRONG_TYPE' };
}

/** DATA-22: checks the options of a source and returns problems of the body such as `/sourceJson/url`. */
export function checkSource(
  { sourceType, sourceJson }: Pick<MapLayer, 'sourceType' | 'sourceJson'>,
  hosts: readonly string[],
): Problem[] {
  const parsed = parse(sourceJson);
  if ('code' in parsed) return [parsed];
  const { options } = parsed;
  const { required, checks } = rules[sourceType];
  const missing = required
    .filter((name) => !Object.hasOwn(options, name))
    .map((name): Problem => ({ path: `${path}/${name}`, code: 'REQUIRED' }));
  const wrong = Object.entries(options).flatMap(([name, value]): Problem[] => {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    const code = check === undefined ? 'UNKNOWN_PROPERTY' : check(value, hosts);
    return code === undefined ? [] : [{ path: at, code }];
  });
  const problems = [...missing, ...wrong];
  if (problems.length > 0) return problems;
  const bad = findBadText(options, path);
  return bad === undefined ? [] : [{ path: bad, code: 'NOT_ALLOWED' }];
}
