import { limits } from '@pgis/contract';
import { checkGeometry, findGeometryKind, type Geometry, type Position } from '@pgis/geo';
import { objectKinds } from '../../layers/ObjectKind.ts';
import type { ObjectToInsert } from '../../objects/insertObjects.ts';
import { geometryProblemText } from './sources/geometryProblemText.ts';
import { type BrokenFeature, isBroken, type ReadFeature } from './sources/SourceFeature.ts';
import { isEmpty } from './sources/surveyFields.ts';
import { toHexEwkb } from './toHexEwkb.ts';

export interface RowOptions {
  /** Property -> layer field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly nameField?: string | undefined;
  readonly descriptionField?: string | undefined;
  readonly keyField?: string | undefined;
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
  if (isBroken(feature)) return feature;
  const { rowNumber, properties } = feature;
  const problems: string[] = [];

  const text = (value: unknown, max: number, what: string): string => {
    const whole = isEmpty(value) ? '' : toText(value).trim();
    if (whole.length <= max) return whole;
    if (options.truncate) return cut(whole, max);
    problems.push(`${what} has ${whole.length} characters, at most ${max} fit (--truncate cuts)`);
    return '';
  };
  const property = (name: string | undefined) => (name === undefined ? undefined : properties[name]);

  const name = text(property(options.nameField), limits.addressLength, `the name (${options.nameField})`);
  const description = text(
    property(options.descriptionField),
    limits.topicLength,
    `the description (${options.descriptionField})`,
  );
  const data: Record<string, string | number | boolean> = {};
  for (const [source, field] of options.fields) {
    const value = properties[source];
    if (isEmpty(value)) continue;
    data[field] =
      typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
        ? value
        : text(value, limits.data.valueLength, source);
  }
  const dataText = JSON.stringify(data).replaceAll('\\u0000', '');
  if (Buffer.byteLength(dataText) > limits.data.bytes)
    problems.push(`the fields take more than ${limits.data.bytes} bytes`);

  const key = property(options.keyField);
  if (options.keyField !== undefined && isEmpty(key))
    problems.push(`no value in the key field ${options.keyField}`);

  const geometry = options.toMercator(feature.geometry);
  const kind = findGeometryKind(geometry.type);
  const geometryProblems = checkGeometry(geometry);
  if (geometryProblems.length > 0) problems.push(geometryProblemText(geometryProblems));
  if (kind === undefined || problems.length > 0)
    return { rowNumber, problem: problems.join('; '), properties };
  return {
    rowNumber,
    shape: toHexEwkb(geometry),
    kind: objectKinds[kind],
    name: withoutNul(name),
    description: withoutNul(description),
    data: dataText,
    key: isEmpty(key) ? null : toText(key),
    isPublic: options.isPublic,
    firstPosition3857: findFirstPosition(geometry),
  };
}

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
