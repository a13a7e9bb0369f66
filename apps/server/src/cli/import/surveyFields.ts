import { findFieldNameProblem, limits } from '@pgis/contract';
import { countVertices } from '@pgis/geo';
import { isBroken, type ReadFeature } from './SourceFeature.ts';

export interface Survey {
  readonly featureCount: number;
  /** Property names in the order of first appearance, with the number of features that have a value. */
  readonly properties: ReadonlyMap<string, number>;
  /** The first features of the file, all of them where they are few enough: what is kept need not be read again. */
  readonly kept: ReadFeature[];
}

/** Some 110 MB with what the collector leaves lying for a while: small files are read once. */
const most = { features: 20_000, positions: 300_000 } as const;

/** First pass over a file: how many features, and which properties they have. */
export async function surveyFields(
  features: AsyncIterable<ReadFeature>,
  room: { readonly features: number; readonly positions: number } = most,
): Promise<Survey> {
  const properties = new Map<string, number>();
  const kept: ReadFeature[] = [];
  let featureCount = 0;
  let positions = 0;
  for await (const feature of features) {
    if (kept.length === featureCount && featureCount < room.features) {
      positions += isBroken(feature) ? 0 : countVertices(feature.geometry);
      if (positions <= room.positions) kept.push(feature);
    }
    featureCount++;
    if (isBroken(feature)) continue;
    for (const [name, value] of Object.entries(feature.properties))
      properties.set(name, (properties.get(name) ?? 0) + (isEmpty(value) ? 0 : 1));
  }
  return { featureCount, properties, kept };
}

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Layer field name for each property that is taken over: that of the layer where it has one, else a name as fields have
 * them (D-CLS-08): without leading `_` and without `=`, `{` and `}`, at most 50 characters, unique without regard to
 * case. Properties without any value become no field.
 *
 * @param only the properties to take, in this order; all when undefined.
 * @param without properties that go elsewhere (name, description).
 * @param present fields that the layer has already.
 * @throws Error when an asked property does not exist, or there are more than a layer can have.
 */
export function chooseFields(
  survey: Survey,
  {
    only,
    without,
    present = [],
  }: {
    only?: readonly string[] | undefined;
    without: readonly string[];
    present?: readonly string[];
  },
): Map<string, string> {
  for (const name of only ?? [])
    if (!survey.properties.has(name))
      throw new Error(
        `No feature has the property "${name}". Properties: ${[...survey.properties.keys()].join(', ')}`,
      );
  const taken = (
    only ?? [...survey.properties].filter(([, count]) => count > 0).map(([name]) => name)
  ).filter((name) => !without.includes(name));
  if (taken.length > limits.layerFields) {
    const common = [...survey.properties].sort((a, b) => b[1] - a[1]).slice(0, 20);
    throw new Error(
      `The file has ${taken.length} properties, a layer at most ${limits.layerFields} fields. ` +
        `Choose with --fields A,B,C. The most filled: ${common.map(([name, count]) => `${name} (${count})`).join(', ')}`,
    );
  }
  const fields = new Map<string, string>();
  const used = new Set<string>();
  const take = (name: string, field: string) => {
    used.add(field.toLowerCase());
    fields.set(name, field);
  };
  const known = new Set(present);
  const spelled = new Map(present.map((field) => [field.toLowerCase(), field]));
  // The very name of a field is that field, also when another spelling of it comes first in the file.
  for (const name of taken) if (known.has(name)) take(name, name);
  for (const name of taken) {
    if (fields.has(name)) continue;
    const stored = spelled.get(name.toLowerCase());
    take(name, stored !== undefined && !used.has(stored.toLowerCase()) ? stored : freeName(name, used));
  }
  return new Map(taken.map((name) => [name, fields.get(name) ?? name]));
}

function freeName(name: string, used: ReadonlySet<string>): string {
  const plain = name.replace(/=+/g, '_').replaceAll('{', '(').replaceAll('}', ')');
  const short = plain.trim().replace(/^_+/, '').slice(0, limits.fieldNameLength).trim() || 'field';
  const base = findFieldNameProblem(short) === undefined ? short : `${short}_field`;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`;
    const candidate = base.slice(0, limits.fieldNameLength - ending.length) + ending;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
