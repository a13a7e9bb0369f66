import type { AttributeValue } from '../tile/VectorTile.ts';
import type {
  BorderClass,
  LandClass,
  MapClass,
  RailClass,
  RoadClass,
  Structure,
  WaterwayClass,
} from './MapFeature.ts';

/** Values of OpenStreetMap's tags by class; all schemas take over these words. */
const landKinds: Readonly<Record<LandClass, readonly string[]>> = {
  urban: [
    'residential',
    'suburb',
    'quarter',
    'neighbourhood',
    'commercial',
    'retail',
    'school',
    'university',
    'college',
    'kindergarten',
    'hospital',
    'farmyard',
    'urban_area',
  ],
  industrial: ['industrial', 'railway', 'quarry', 'landfill', 'brownfield', 'construction', 'garages'],
  farmland: ['farmland', 'farm', 'vineyard', 'orchard', 'plant_nursery', 'greenhouse_horticulture'],
  grass: [
    'grass',
    'grassland',
    'meadow',
    'scrub',
    'heath',
    'fell',
    'recreation_ground',
    'village_green',
    'allotments',
    'pitch',
    'golf_course',
  ],
  park: [
    'park',
    'garden',
    'playground',
    'zoo',
    'theme_park',
    'miniature_golf',
    'dog_park',
    'stadium',
    'sports_centre',
  ],
  cemetery: ['cemetery', 'grave_yard'],
  sand: ['sand', 'beach', 'dune'],
  wetland: [
    'wetland',
    'swamp',
    'bog',
    'marsh',
    'string_bog',
    'wet_meadow',
    'mud',
    'reedbed',
    'tidalflat',
    'saltmarsh',
    'mangrove',
  ],
  wood: ['wood', 'forest'],
  pedestrianArea: ['pedestrian'],
};

const roadKinds: Readonly<Record<RoadClass, readonly string[]>> = {
  motorway: ['motorway'],
  trunk: ['trunk'],
  primary: ['primary'],
  secondary: ['secondary'],
  tertiary: ['tertiary'],
  minor: ['minor', 'residential', 'unclassified', 'living_street', 'road'],
  pedestrian: ['pedestrian'],
  service: ['service', 'busway', 'bus_guideway'],
  track: ['track'],
  path: ['path', 'footway', 'cycleway', 'steps', 'bridleway'],
};

/** Underground railways are missing on purpose. */
const railKinds: Readonly<Record<RailClass, readonly string[]>> = {
  main: [
    'rail',
    'standard_gauge',
    'broad_gauge',
    'narrow_gauge',
    'light_rail',
    'funicular',
    'monorail',
    'preserved',
  ],
  service: [],
  tram: ['tram'],
};

const waterwayKinds: Readonly<Record<WaterwayClass, readonly string[]>> = {
  river: ['river'],
  canal: ['canal'],
  stream: ['stream', 'ditch', 'drain'],
};

function toIndex<Class extends string>(
  kinds: Readonly<Record<Class, readonly string[]>>,
): ReadonlyMap<string, Class> {
  const entries = Object.entries(kinds) as [Class, readonly string[]][];
  return new Map(entries.flatMap(([name, words]) => words.map((word) => [word, name] as const)));
}

const landByKind = toIndex(landKinds);
const roadByKind = toIndex(roadKinds);
const railByKind = toIndex(railKinds);
const waterwayByKind = toIndex(waterwayKinds);

type Value = AttributeValue | undefined;

export function toLand(...kinds: readonly Value[]): MapClass | undefined {
  for (const kind of kinds) {
    const land = landByKind.get(String(kind));
    if (land) return { kind: 'area', class: land };
  }
  return undefined;
}

interface RoadAttributes {
  readonly kinds: readonly Value[];
  readonly isLink: boolean;
  readonly structure: Structure;
}

/** Takes the first of the kinds that is a road; the ending `_link` makes a link. */
export function toRoad({ kinds, isLink, structure }: RoadAttributes): MapClass | undefined {
  for (const kind of kinds) {
    const word = String(kind);
    const road = roadByKind.get(word.replace(/_link$/, ''));
    if (road) return { kind: 'road', class: road, isLink: isLink || word.endsWith('_link'), structure };
  }
  return undefined;
}

interface RailAttributes {
  readonly kind: Value;
  /** Set for sidings, yards and spurs. */
  readonly service: Value;
  readonly structure: Structure;
}

/** Railways in tunnels are not shown. */
export function toRail({ kind, service, structure }: RailAttributes): MapClass | undefined {
  const rail = railByKind.get(String(kind));
  if (!rail || structure === 'tunnel') return undefined;
  return {
    kind: 'rail',
    class: rail === 'main' && service !== undefined && service !== '' ? 'service' : rail,
  };
}

export function toWaterway(kind: Value, { isTunnel }: { readonly isTunnel: boolean }): MapClass | undefined {
  const waterway = waterwayByKind.get(String(kind));
  return waterway && !isTunnel ? { kind: 'waterway', class: waterway } : undefined;
}

const MAX_BORDER_LEVEL = 8;

/** Administrative levels of OpenStreetMap: 2 is a country; those below municipalities are not shown. */
export function toBorder(
  level: Value,
  { isMaritime }: { readonly isMaritime: boolean },
): MapClass | undefined {
  const number = Number(level);
  if (isMaritime || !(number >= 2 && number <= MAX_BORDER_LEVEL)) return undefined;
  const border: BorderClass = number < 3 ? 'country' : 'municipality';
  return { kind: 'border', class: border };
}

/** Writers store true as `true`, 1 or "yes". */
export const isTrue = (value: Value): boolean =>
  value === true || value === 1 || value === 'yes' || value === 'true';
