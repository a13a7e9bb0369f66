import { toText } from '@pgis/conditions';
import {
  type addGeom,
  type BodyOf,
  type Classifier,
  emailPattern,
  type Geom,
  limits,
  type updateGeom,
} from '@pgis/contract';

/** DATA-23: values of the form. `objectId` is the layer group, `classId` the layer. */
export interface DrawValues {
  readonly objectId: number | null;
  readonly classId: number | null;
  readonly name: string;
  readonly description: string;
  readonly userEmail: string;
  readonly isPublic: boolean;
  /** Layer fields and any other members of the object's data, as text. */
  readonly data: Readonly<Record<string, string>>;
}

export type DrawField = 'name' | 'description' | 'userEmail';
type FieldProblem = 'REQUIRED' | 'TOO_LONG';

/** UTF-16 units after trimming. */
export const fieldLimits = {
  name: limits.addressLength,
  description: limits.topicLength,
  userEmail: limits.emailLength,
} as const satisfies Record<DrawField, number>;

const isRequired: Readonly<Record<DrawField, boolean>> = { name: true, description: true, userEmail: false };

export function findFieldProblem(field: DrawField, value: string): FieldProblem | null {
  const { length } = value.trim();
  if (length === 0 && isRequired[field]) return 'REQUIRED';
  return length > fieldLimits[field] ? 'TOO_LONG' : null;
}

/** DRAW-07: true for an empty text or one that can be an e-mail address. */
export const mayBeEmail = (value: string): boolean =>
  value.trim() === '' || new RegExp(emailPattern).test(value);

/** Parses the data of an object; a text that is no JSON object has no values. */
export function parseData(data: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

export const toTexts = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, toText(value)]));

/**
 * Returns the data to save: the object's data with the changes of the form. An unchanged value keeps its type (a
 * number stays a number); an emptied one is removed.
 */
export function toDataText(
  values: DrawValues['data'],
  before: Readonly<Record<string, unknown>> = {},
): string {
  const entries = Object.entries({ ...before, ...values }).flatMap(([key, value]) => {
    const text = toText(value).trim();
    if (text === '') return [];
    return [[key, key in before && toText(before[key]) === text ? before[key] : text]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

interface NewObject {
  readonly wkt: string;
  readonly isAnonymous: boolean;
  readonly fields?: Classifier['layerFields'] | undefined;
}

const withEmpty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

/** A default that the user has emptied is sent as empty, because the server fills in what is missing. */
function listEmptied(data: DrawValues['data'], fields: Classifier['layerFields'] = []): string[] {
  return fields
    .filter(({ name, schema }) => schema?.default !== undefined && data[name]?.trim() === '')
    .map(({ name }) => name);
}

export function toAddBody(
  values: DrawValues & { readonly classId: number },
  { wkt, isAnonymous, fields }: NewObject,
): BodyOf<typeof addGeom> {
  const email = values.userEmail.trim();
  const emptied = listEmptied(values.data, fields);
  const data = toDataText(values.data);
  return {
    wkt,
    name: values.name.trim(),
    description: values.description.trim(),
    classId: values.classId,
    isPublic: isAnonymous || values.isPublic, // DRAW-10
    data: emptied.length === 0 ? data : JSON.stringify({ ...parseData(data), ...withEmpty(emptied) }),
    ...(email === '' ? {} : { userEmail: email }),
  };
}

/**
 * Body of an update that leaves the geometry alone: `wkt` null keeps every vertex, at whatever zoom the object was
 * opened.
 */
export const toUpdateBody = (
  values: DrawValues & { readonly classId: number },
  geom: Pick<Geom, 'classId' | 'data'>,
): BodyOf<typeof updateGeom> => ({
  name: values.name.trim(),
  description: values.description.trim(),
  classId: values.classId,
  oldClassId: geom.classId, // DATA-05
  isPublic: values.isPublic,
  data: toDataText(values.data, parseData(geom.data)),
  wkt: null,
});
