import type { AttributeValue, VectorFeature } from '../tile/VectorTile.ts';
import type { MapName, NameClass } from './MapName.ts';
import { toRoad } from './osmClasses.ts';

/** Attributes with names, besides those of a language. Protomaps splits a name that has several scripts. */
export const NAME_ATTRIBUTES = [
  'name',
  'name:latin',
  'name_int',
  'name:en',
  'name_en',
  'name2',
  'name3',
] as const;
const LANGUAGE_ATTRIBUTES = ['name:lv', 'name_lv', 'name:ru', 'name_ru'] as const;

/** Attributes that the names of a feature may be in, in any language of the product. */
export const nameAttributeNames: readonly string[] = [...NAME_ATTRIBUTES, ...LANGUAGE_ATTRIBUTES];

const placeClasses: Readonly<Record<string, NameClass>> = {
  country: 'country',
  capital: 'city',
  state_capital: 'city',
  city: 'city',
  town: 'town',
  village: 'village',
  borough: 'district',
  suburb: 'district',
  quarter: 'district',
  macrohood: 'district',
  neighbourhood: 'district',
  neighborhood: 'district',
  hamlet: 'hamlet',
  island: 'hamlet',
  isolated_dwelling: 'farm',
  farm: 'farm',
  islet: 'farm',
  locality: 'farm',
  allotments: 'farm',
};

type Value = AttributeValue | undefined;

const hasName = ({ attributes }: VectorFeature): boolean =>
  nameAttributeNames.some((name) => typeof attributes[name] === 'string');

interface NameOptions {
  readonly nameClass: NameClass;
  readonly rank?: number;
  /** Replaces the names of the feature. */
  readonly text?: string;
}

/** Names of areas need a point: a part of an area in a tile does not say where its middle is. */
export function toName(
  feature: VectorFeature,
  { nameClass, rank = 0, text }: NameOptions,
): readonly MapName[] {
  const { type, paths, attributes } = feature;
  if (type === 'polygon' || (text === undefined && !hasName(feature))) return [];
  return [{ nameClass, text: text ?? attributes, rank, isLine: type === 'line', paths }];
}

/** Rank of a place without one of its own, by its population. */
const UNKNOWN_RANK = 100;

interface PlaceAttributes {
  readonly kind: Value;
  readonly rank: Value;
  readonly population: Value;
}

export function toPlaceName(
  feature: VectorFeature,
  { kind, rank, population }: PlaceAttributes,
): readonly MapName[] {
  const nameClass = Object.hasOwn(placeClasses, String(kind)) ? placeClasses[String(kind)] : undefined;
  if (!nameClass || feature.type !== 'point') return [];
  const people = Number(population);
  const ownRank =
    typeof rank === 'number' ? rank : people > 0 ? UNKNOWN_RANK - Math.log2(people) : UNKNOWN_RANK;
  return toName(feature, { nameClass, rank: ownRank });
}

const MAX_SHIELD_LENGTH = 6;
const shieldClasses: ReadonlySet<string> = new Set(['motorway', 'trunk', 'primary', 'secondary']);

interface RoadAttributes {
  readonly kinds: readonly Value[];
  readonly ref: Value;
}

/** Returns the name of a road and its number, which is shown in a shield. */
export function toRoadNames(feature: VectorFeature, { kinds, ref }: RoadAttributes): readonly MapName[] {
  if (feature.type !== 'line') return [];
  const road = toRoad({ kinds, isLink: false, structure: 'ground' });
  if (road?.kind !== 'road') return [];
  const { class: roadClass, isLink } = road;
  // Several numbers stand one below the other or after semicolons.
  const [number = ''] = String(ref ?? '').split(/[;\n]/);
  const hasShield = number.length >= 1 && number.length <= MAX_SHIELD_LENGTH && shieldClasses.has(roadClass);
  return [
    ...(isLink ? [] : toName(feature, { nameClass: roadNameClass(roadClass) })),
    ...(hasShield && !isLink ? toName(feature, { nameClass: 'shield', text: number.trim() }) : []),
  ];
}

function roadNameClass(roadClass: string): NameClass {
  if (roadClass === 'motorway' || roadClass === 'trunk' || roadClass === 'primary') return 'roadMain';
  return roadClass === 'secondary' || roadClass === 'tertiary' ? 'roadMid' : 'roadMinor';
}

/** Numbers are texts in most archives. */
export function toHouseNumber(feature: VectorFeature, number: Value): readonly MapName[] {
  if (feature.type !== 'point' || number === undefined || number === '') return [];
  return toName(feature, { nameClass: 'house', text: String(number) });
}
