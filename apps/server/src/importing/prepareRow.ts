import type { SkipReason } from '@pgis/contract';
import { limits } from '@pgis/contract/plain';
import { checkGeometry, findGeometryKind, type Geometry, type Position } from '@pgis/geo';
import { objectKinds } from '../layers/ObjectKind.ts';
import type { ObjectToInsert } from '../objects/insertObjects.ts';
import { geometryProblemText, geometryReason } from './sources/geometryProblemText.ts';
import { type BrokenFeature, isBroken, type ReadFeature } from './sources/SourceFeature.ts';
import { isEmpty } from './sources/surveyFields.ts';
import { toHexEwkb } from './toHexEwkb.ts';

export interface RowOptions {
  /** Property -> layer field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly nameField?: string | undefined;
  readonly descriptionField?: string | undefined;
  readonly keyField?: string | undefined;
  /** Text with `{property}` in it, where no property is the name. */
  readonly nameTemplate?: string | undefined;
  readonly descriptionTemplate?: string | undefined;
  /** Properties that identify an object together. */
  readonly keyFields?: readonly string[] | undefined;
  /** Cut texts that are too long instead of reporting the feature. */
  readonly truncate: boolean;
  readonly isPublic: boolean;
  readonly toMercator: (geometry: Geometry) => Geometry;
}

export interface PreparedRow extends ObjectToInsert {
  readonly firstPosition3857: Position;
}

/** Returns the object to insert, or why the feature cannot be one. Missing texts stay empty (D-OBJ-12). */
export function prepareRow(feature: ReadFeature, options: RowOptions): PreparedRow | BrokenFeature {
  const { keyFields = options.keyField === undefined ? [] : [options.keyField] } = options;
  if (isBroken(feature)) return { ...feature, key: toKey(keyFields, feature.properties ?? {}) };
  const { rowNumber, properties } = feature;
  const problems: string[] = [];
  let reason: SkipReason | undefined;

  const text = (value: unknown, max: number, what: string, whyNot: SkipReason): string => {
    const whole = isEmpty(value) ? '' : toText(value).trim();
    if (whole.length <= max) return whole;
    if (options.truncate) return cut(whole, max);
    reason ??= whyNot;
    problems.push(`${what} has ${whole.length} characters, at most ${max} fit (--truncate cuts)`);
    return '';
  };
  const addProblem = (problem: string, whyNot: SkipReason) => {
    reason ??= whyNot;
    problems.push(problem);
  };
  const property = (name: string | undefined) => (name === undefined ? undefined : properties[name]);

  const name = text(
    property(options.nameField) ?? fillTemplate(options.nameTemplate, properties),
    limits.addressLength,
    `the name (${options.nameField ?? options.nameTemplate})`,
    'NAME_TOO_LONG',
  );
  const description = text(
    property(options.descriptionField) ?? fillTemplate(options.descriptionTemplate, properties),
    limits.topicLength,
    `the description (${options.descriptionField ?? options.descriptionTemplate})`,
    'DESCRIPTION_TOO_LONG',
  );
  const data: Record<string, string | number | boolean> = {};
  for (const [source, field] of options.fields) {
    const value = properties[source];
    if (isEmpty(value)) continue;
    data[field] =
      typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
        ? value
        : text(value, limits.data.valueLength, source, 'VALUE_TOO_LONG');
  }
  const dataText = JSON.stringify(data).replaceAll('\\u0000', '');
  if (Buffer.byteLength(dataText) > limits.data.bytes)
    addProblem(`the fields take more than ${limits.data.bytes} bytes`, 'VALUE_TOO_LONG');

  const key = toKey(keyFields, properties);
  if (keyFields.length > 0 && key === null)
    addProblem(`no value in the key field ${keyFields.join(' + ')}`, 'KEY_MISSING');

  const geometry = options.toMercator(feature.geometry);
  const kind = findGeometryKind(geometry.type);
  const geometryProblems = checkGeometry(geometry);
  if (geometryProblems.length > 0)
    addProblem(geometryProblemText(geometryProblems), geometryReason(geometryProblems));
  if (kind === undefined || problems.length > 0)
    return { rowNumber, problem: problems.join('; '), reason: reason ?? 'GEOMETRY_TYPE', properties, key };
  return {
    rowNumber,
    shape: toHexEwkb(geometry),
    kind: objectKinds[kind],
    name: withoutNul(name),
    description: withoutNul(description),
    data: dataText,
    key,
    isPublic: options.isPublic,
    firstPosition3857: findFirstPosition(geometry),
  };
}

/** Returns null without key fields, and where one of them has no value. */
function toKey(keyFields: readonly string[], properties: Readonly<Record<string, unknown>>): string | null {
  const parts = keyFields.map((name) => properties[name]);
  return parts.length === 0 || parts.some(isEmpty) ? null : parts.map(toText).join(' ');
}

/** Puts the values of a feature into a template; a missing one is empty. */
const fillTemplate = (
  template: string | undefined,
  properties: Readonly<Record<string, unknown>>,
): string | undefined =>
  template?.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = properties[name];
    return isEmpty(value) ? '' : toText(value);
  });

const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** PostgreSQL stores no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '');

/** Cuts a text to `max` UTF-16 units, without half a character at the end. */
function cut(text: string, max: number): string {
  const end = text.charCodeAt(max - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? max - 1 : max).trim();
}

/** Descends instead of listing all positions: this runs for each row of an import. */
function findFirstPosition({ coordinates }: Geometry): Position {
  let first: readonly unknown[] = coordinates;
  while (Array.isArray(first[0])) first = first[0];
  return first as unknown as Position;
}
