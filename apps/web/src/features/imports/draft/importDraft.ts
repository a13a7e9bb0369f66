import {
  type CrsCandidate,
  findFieldNameProblem,
  type ImportField,
  type ImportInspection,
  type ImportSettings,
  limits,
} from '@pgis/contract';

export type FieldUpdate = NonNullable<ImportSettings['fields'][number]['update']>;

/** A field of the file, taken under a name or left out. */
export interface DraftField {
  readonly source: string;
  readonly isTaken: boolean;
  readonly name: string;
  /** Treatment of the values of existing objects in a comparison; undefined replaces them. */
  readonly update?: FieldUpdate | undefined;
}

/** `importKey` and `keyFields` take the key of the file; a field of the file stands after `field:`. */
export type DraftMatch = 'importKey' | 'keyFields' | 'place' | `field:${string}`;

/** Decisions of the user about a file so far. */
export interface ImportDraft {
  readonly fields: readonly DraftField[];
  readonly name: string;
  readonly description: string;
  readonly keyFields: readonly string[];
  readonly crs: string;
  readonly isSwapped: boolean;
  /** Imports objects that lie far from the map all the same. */
  readonly acceptsFar: boolean;
  readonly target: ImportSettings['target']['kind'];
  readonly groupId: number | null;
  readonly layerName: string;
  readonly isPublic: boolean;
  readonly layerId: number | null;
  /** The way in which a comparison matches objects. */
  readonly match: DraftMatch | null;
  readonly distanceM: number;
  readonly keepsShapes: boolean;
  readonly repairs: boolean;
  readonly truncates: boolean;
}

const usualNames = /^(name|nosaukums|nosauk|title|address|adrese|название|имя|адрес)$/i;
/** Numbers that programs give to rows; they mean nothing outside the file. */
const rowNumbers = /^(fid|ogc_fid|objectid|gid|shape_?(leng(th)?|area)|shape\.(len|area))$/i;

/** Proposes what most users would select. */
export function toDraft({ fields, candidates, layer }: ImportInspection): ImportDraft {
  const [best] = candidates;
  const name = fields.find((field) => usualNames.test(field.name));
  let taken = 0;
  const used = new Set<string>();
  return {
    fields: fields.map((field) => {
      const isTaken = field.filled > 0 && !rowNumbers.test(field.name) && taken < limits.layerFields;
      if (isTaken) taken++;
      return { source: field.name, isTaken, name: toFieldName(field.name, used) };
    }),
    name: name === undefined ? '' : `{${name.name}}`,
    description: '',
    keyFields: [],
    crs: best?.crs ?? 'EPSG:4326',
    isSwapped: best?.isSwapped ?? false,
    acceptsFar: false,
    target: 'newLayer',
    groupId: null,
    layerName: layer.slice(0, limits.classifierNameLength),
    isPublic: false,
    layerId: null,
    match: null,
    distanceM: 1,
    keepsShapes: false,
    repairs: true,
    truncates: false,
  };
}

/** Puts decisions about fields on the fields that the file has by now: with an address column, those with coordinates are among them. */
export function mergeDraft(inspection: ImportInspection, changed: Partial<ImportDraft>): ImportDraft {
  const proposed = toDraft(inspection);
  const decided = new Map(changed.fields?.map((field) => [field.source, field]));
  return {
    ...proposed,
    ...changed,
    fields: proposed.fields.map((field) => decided.get(field.source) ?? field),
  };
}

/** Decisions; undefined takes one back. */
export type DraftChange = { readonly [Name in keyof ImportDraft]?: ImportDraft[Name] | undefined };

/** Adds decisions to those before, and drops the ones that are taken back. */
export const changeDraft = (changed: Partial<ImportDraft>, next: DraftChange): Partial<ImportDraft> =>
  Object.fromEntries(
    Object.entries({ ...changed, ...next }).filter(([, value]) => value !== undefined),
  ) as Partial<ImportDraft>;

/** Tables can be put on the map by their addresses. */
export const isTable = ({ format }: Pick<ImportInspection, 'format'>): boolean =>
  format === 'csv' || format === 'xlsx';

/** False for a table in which no row has a position so far. */
export const hasCoordinates = ({ kinds }: Pick<ImportInspection, 'kinds'>): boolean =>
  kinds.point + kinds.line + kinds.polygon > 0;

/** D-CLS-08: a name that a field may have, made of the one in the file. */
function toFieldName(source: string, used: Set<string>): string {
  const plain = source
    .replace(/=+/g, '_')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .trim()
    .replace(/^_+/, '');
  const short = plain.slice(0, limits.fieldNameLength).trim() || 'field';
  const base = findFieldNameProblem(short) === undefined ? short : `${short}_field`;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`;
    const name = base.slice(0, limits.fieldNameLength - ending.length) + ending;
    if (used.has(name.toLowerCase())) continue;
    used.add(name.toLowerCase());
    return name;
  }
}

export type FieldProblem = 'EMPTY' | 'TOO_LONG' | 'NOT_ALLOWED' | 'DUPLICATE';

/** Problems of the names of taken fields, by the name in the file. */
export function findFieldProblems(fields: readonly DraftField[]): ReadonlyMap<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  const used = new Set<string>();
  for (const { source, isTaken, name } of fields) {
    if (!isTaken) continue;
    const key = name.trim().toLowerCase();
    if (key === '') problems.set(source, 'EMPTY');
    else if (name.trim().length > limits.fieldNameLength) problems.set(source, 'TOO_LONG');
    else if (findFieldNameProblem(name.trim()) !== undefined) problems.set(source, 'NOT_ALLOWED');
    else if (used.has(key)) problems.set(source, 'DUPLICATE');
    used.add(key);
  }
  return problems;
}

/** Fills a template with the values of a row. */
export function fillFromRow(
  template: string,
  fields: readonly ImportField[],
  values: readonly (string | null)[],
): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const index = fields.findIndex((field) => field.name === name);
    return values[index] ?? '';
  });
}

/** Fields that a template names and the file has not. */
export function findUnknownFields(template: string, fields: readonly ImportField[]): string[] {
  const known = new Set(fields.map(({ name }) => name));
  return [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !known.has(name));
}

/** Objects of a sample that lie away from the map of the company may have another coordinate system. */
export const isFar = ({ inside }: Pick<CrsCandidate, 'inside'>, sampleCount: number): boolean =>
  sampleCount > 0 && inside < sampleCount / 2;

/** Names of the fields that a layer computes; a file cannot write them. */
export type ComputedFields = ReadonlySet<string>;

export const nothingComputed: ComputedFields = new Set();

/** Taken fields of the file that the layer computes. */
export const listComputed = ({ fields }: ImportDraft, computed: ComputedFields): readonly DraftField[] =>
  fields.filter(({ isTaken, name }) => isTaken && computed.has(name.trim()));

/** True when the draft says where the objects go. */
export function hasTarget(draft: ImportDraft, computed = nothingComputed): boolean {
  const { target, groupId, layerName, layerId, match } = draft;
  if (target === 'newLayer') return groupId !== null && layerName.trim() !== '';
  return layerId !== null && (target === 'add' || listMatches(draft, computed).some((one) => one === match));
}

/** Ways to match objects that the draft allows: those by fields need fields that are taken. */
export function listMatches({ fields, keyFields }: ImportDraft, computed = nothingComputed): DraftMatch[] {
  const taken = fields
    .filter(({ isTaken, name }) => isTaken && !computed.has(name.trim()))
    .map(({ source }) => source);
  const isKeyTaken = keyFields.length > 1 && keyFields.every((name) => taken.includes(name));
  return [
    ...(keyFields.length > 0 ? (['importKey'] as const) : []),
    ...(isKeyTaken ? (['keyFields'] as const) : []),
    ...taken.map((name): DraftMatch => `field:${name}`),
    'place',
  ];
}

function toKeyFields({ target, match, keyFields }: ImportDraft): readonly string[] {
  if (target === 'newLayer') return keyFields;
  if (target === 'add' || match === null || match === 'place') return [];
  return match.startsWith('field:') ? [match.slice('field:'.length)] : keyFields;
}

/** @throws Error before `hasTarget` is true. */
export function toSettings(draft: ImportDraft, computed = nothingComputed): ImportSettings {
  const { fields, name, description, crs, isSwapped, repairs, truncates } = draft;
  const keyFields = toKeyFields(draft);
  return {
    target: toTarget(draft),
    fields: fields
      .filter(({ isTaken, name: fieldName }) => isTaken && !computed.has(fieldName.trim()))
      .map(({ source, name: fieldName, update }) => ({
        source,
        name: fieldName.trim(),
        ...(draft.target === 'compare' && update !== undefined && { update }),
      })),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(keyFields.length > 0 && { keyFields: [...keyFields] }),
    ...{ crs, isSwapped, repairs, truncates },
  };
}

function toTarget(draft: ImportDraft): ImportSettings['target'] {
  const { target, groupId, layerName, isPublic, layerId, match, distanceM, keepsShapes } = draft;
  if (target === 'newLayer' && groupId !== null)
    return { kind: 'newLayer', groupId, name: layerName.trim(), isPublic };
  if (target === 'add' && layerId !== null) return { kind: 'add', layerId };
  if (target === 'compare' && layerId !== null && match !== null) {
    if (match === 'place') return { kind: 'compare', layerId, match: { by: match, distanceM } };
    const by = match === 'importKey' ? match : 'fields';
    return { kind: 'compare', layerId, match: { by }, ...(keepsShapes && { keepsShapes }) };
  }
  throw new Error('the draft has no destination');
}
