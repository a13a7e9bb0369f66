import { findFieldNameProblem, limits } from '@pgis/contract/plain';
import { countVertices } from '@pgis/geo';
import { isBroken, type ReadFeature } from './SourceFeature.ts';

export interface Survey {
  readonly featureCount: number;
  /** Property names in the order of first appearance, with the number of features that have a value. */
  readonly properties: ReadonlyMap<string, number>;
  /** The first features of the file, all of a small file: these are not read a second time. */
  readonly firstFeatures: ReadFeature[];
}

/** Limits of the features held in memory: about 110 MB together with garbage that is not collected yet. */
const MAX_IN_MEMORY = { features: 20_000, positions: 300_000 } as const;

/** Reads a file a first time and counts its features and their properties. */
export async function surveyFields(
  features: AsyncIterable<ReadFeature>,
  limit: { readonly features: number; readonly positions: number } = MAX_IN_MEMORY,
): Promise<Survey> {
  const properties = new Map<string, number>();
  const firstFeatures: ReadFeature[] = [];
  let featureCount = 0;
  let positions = 0;
  for await (const feature of features) {
    if (firstFeatures.length === featureCount && featureCount < limit.features) {
      positions += isBroken(feature) ? 0 : countVertices(feature.geometry);
      if (positions <= limit.positions) firstFeatures.push(feature);
    }
    featureCount++;
    if (isBroken(feature)) continue;
    for (const [name, value] of Object.entries(feature.properties))
      properties.set(name, (properties.get(name) ?? 0) + (isEmpty(value) ? 0 : 1));
  }
  return { featureCount, properties, firstFeatures };
}

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Chooses the layer field for each property that is imported: an existing field of the layer, else a valid field name
 * (D-CLS-08): without leading `_` and without `=`, `{` and `}`, at most 50 characters, unique without regard to
 * case. Properties without any value become no field.
 *
 * @param only the properties to take, in this order; all when undefined.
 * @param top how many properties to take, those with the most values; all when undefined.
 * @param without properties that go elsewhere (name, description).
 * @param present fields that the layer has already.
 * @throws Error when a requested property does not exist, or there are more than a layer can have.
 */
export function chooseFields(
  survey: Survey,
  {
    only,
    top,
    without,
    present = [],
  }: {
    only?: readonly string[] | undefined;
    top?: number | undefined;
    without: readonly string[];
    present?: readonly string[];
  },
): Map<string, string> {
  for (const name of only ?? [])
    if (!survey.properties.has(name))
      throw new Error(
        `No feature has the property "${name}". Properties: ${[...survey.properties.keys()].join(', ')}`,
      );
  const filled = [...survey.properties].filter(([name, count]) => count > 0 && !without.includes(name));
  const fullest = new Set(filled.toSorted((a, b) => b[1] - a[1]).slice(0, top));
  const chosen =
    only?.filter((name) => !without.includes(name)) ??
    filled.filter((property) => fullest.has(property)).map(([name]) => name);
  if (chosen.length > limits.layerFields) {
    const common = [...survey.properties].sort((a, b) => b[1] - a[1]).slice(0, 20);
    throw new Error(
      `The file has ${chosen.length} properties, a layer at most ${limits.layerFields} fields. ` +
        `Choose with --fields A,B,C or --top-fields ${limits.layerFields}. The most filled: ${common.map(([name, count]) => `${name} (${count})`).join(', ')}`,
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
  // An exact match wins, even if another spelling of the name comes first in the file.
  for (const name of chosen) if (known.has(name)) take(name, name);
  for (const name of chosen) {
    if (fields.has(name)) continue;
    const stored = spelled.get(name.toLowerCase());
    take(name, stored !== undefined && !used.has(stored.toLowerCase()) ? stored : freeName(name, used));
  }
  return new Map(chosen.map((name) => [name, fields.get(name) ?? name]));
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
