import { type Geometry, measureAreaM2, type Position, toWkt } from '@pgis/geo';
import { offset, round } from './ground.ts';
import { fields, forests, type Locality, streets, towns } from './localities.ts';
import { insideOutline, meshRings } from './mesh.ts';
import { type Random, randomFrom } from './random.ts';

export interface DemoObject {
  /** Key of a layer in `demoLayers.ts`. */
  readonly layer: string;
  readonly wkt: string;
  readonly name: string;
  readonly description: string;
  readonly data: Readonly<Record<string, string>>;
  readonly isPublic: boolean;
  readonly upvotes: number;
  /** Age in days. */
  readonly ageDays: number;
}

/** Returns the few thousand objects of the demo in English, the same in each run. */
export function demoObjects(): DemoObject[] {
  const random = randomFrom(56_971);
  return [
    ...reports(random),
    ...roadWorks(random),
    ...busRoutes(random),
    ...townPoints(random),
    ...protectedAreas(random),
    ...stands(random),
    ...parcels(random),
  ].map(entered);
}

const areaHa = (geometry: Geometry): string => (measureAreaM2(geometry) / 10_000).toFixed(2);

const plain = { isPublic: true, upvotes: 0, ageDays: 200 };
/** Registers have grown for two years, and were there before the reports of this autumn. */
const [YOUNGEST_DAYS, GROWN_DAYS] = [95, 640] as const;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Spreads values evenly without drawing a random number, so that the positions of the demo stay the same. */
const entered = (object: DemoObject, index: number): DemoObject =>
  object.ageDays === plain.ageDays
    ? { ...object, ageDays: YOUNGEST_DAYS + GROWN_DAYS * ((index * GOLDEN) % 1) }
    : object;

const inTown = (random: Random, town: Locality): Position => {
  const distance = town.radiusM * Math.sqrt(random.next());
  const angle = random.between(0, 2 * Math.PI);
  return offset(town.lonLat, distance * Math.cos(angle), distance * Math.sin(angle));
};

const address = (random: Random, town: Locality): string =>
  `${random.pick(streets)} ${random.whole(1, 120)}, ${town.name.replace(/, .*/, '')}`.slice(0, 40);

const point = (at: Position): string => toWkt({ type: 'Point', coordinates: at });

const reportTexts: Record<string, readonly (readonly [string, Record<string, string>])[]> = {
  roadDamage: [
    ['Deep pothole in the right lane', { surface: 'asphalt', size: '60 cm' }],
    ['Manhole cover has sunk', { surface: 'asphalt', size: '80 cm' }],
    ['Broken paving stones on the pavement', { surface: 'stone', size: '2 m' }],
    ['Gravel road washed out', { surface: 'gravel', size: '5 m' }],
    ['Kerb broken at the crossing', { surface: 'concrete', size: '1 m' }],
  ],
  lighting: [
    ['Lamp is out', { pole: '' }],
    ['Lamp blinks all night', { pole: '' }],
    ['Lamps burn in daylight', { pole: '' }],
    ['Pole leans after a storm', { pole: '' }],
  ],
  dumping: [
    ['Building rubble at the roadside', { waste: 'rubble' }],
    ['Old tyres in the ditch', { waste: 'tyres' }],
    ['Bags of household waste', { waste: 'household' }],
    ['Old furniture by the containers', { waste: 'furniture' }],
  ],
};

function reports(random: Random): DemoObject[] {
  const roadside = routeStops.flatMap(([, ...stops]) =>
    stops
      .slice(1)
      .flatMap((stop, i) =>
        wayBetween(random, { from: find(stops[i] ?? stop), to: find(stop), steps: 60 }).slice(4, -4),
      ),
  );
  return Object.entries(reportTexts).flatMap(([layer, texts]) =>
    towns.flatMap((town) =>
      Array.from({ length: random.whole(1, 4) }, (_, number) => {
        const [description, data] = random.pick(texts);
        const [x, y] = random.pick(roadside);
        const along: Position = [round(x + 300 * random.normal()), round(y + 300 * random.normal())];
        return {
          layer,
          // The first is in town, the others lie along the roads between towns.
          wkt: point(number === 0 ? inTown(random, town) : along),
          name: address(random, town),
          description,
          data: layer === 'lighting' ? { pole: `${random.whole(1, 40)}-${random.whole(100, 999)}` } : data,
          isPublic: random.chance(0.92),
          upvotes: random.chance(0.6) ? random.whole(0, 14) : 0,
          ageDays: random.between(0.2, 90),
        };
      }),
    ),
  );
}

/** Makes a winding line between two localities. */
function wayBetween(
  random: Random,
  { from, to, steps }: { readonly from: Locality; readonly to: Locality; readonly steps: number },
): Position[] {
  const start = offset(from.lonLat, 0, 0);
  const end = offset(to.lonLat, 0, 0);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const sway = [random.between(-0.08, 0.08), random.between(-0.05, 0.05)] as const;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const aside = sway[0] * Math.sin(Math.PI * t) + sway[1] * Math.sin(3 * Math.PI * t);
    return [round(start[0] + dx * t - dy * aside), round(start[1] + dy * t + dx * aside)];
  });
}

const find = (name: string): Locality => {
  const town = towns.find((locality) => locality.name.endsWith(name));
  if (!town) throw new Error(`no demo locality ${name}`);
  return town;
};

const routeStops = [
  ['3020', 'Centrs', 'Ziepniekkalns', 'Baloži', 'Ķekava'],
  ['5121', 'Centrs', 'Āgenskalns', 'Mārupe', 'Olaine'],
  ['5210', 'Centrs', 'Purvciems', 'Mežciems', 'Ulbroka'],
  ['6250', 'Centrs', 'Jugla', 'Ādaži'],
  ['6841', 'Jugla', 'Ādaži', 'Vangaži'],
  ['7002', 'Centrs', 'Ķengarags', 'Salaspils', 'Ikšķile'],
  ['4311', 'Āgenskalns', 'Zolitūde', 'Piņķi'],
] as const;

function busRoutes(random: Random): DemoObject[] {
  return routeStops.map(([number, ...stops]) => {
    const coordinates = stops.slice(1).flatMap((stop, index) => {
      const way = wayBetween(random, { from: find(stops[index] ?? stop), to: find(stop), steps: 14 });
      return index === 0 ? way : way.slice(1);
    });
    return {
      ...plain,
      layer: 'routes',
      wkt: toWkt({ type: 'LineString', coordinates }),
      name: `${number} ${stops[0]} – ${stops.at(-1)}`,
      description: `Stops: ${stops.slice(1, -1).join(', ')}`,
      data: { number, operator: random.pick(['Rīgas Satiksme', 'Nordeka', 'Ekspress-Ādaži']) },
    };
  });
}

function roadWorks(random: Random): DemoObject[] {
  return towns.flatMap((town, index) =>
    Array.from({ length: random.whole(1, 3) }, (_, number) => {
      const [x, y] = inTown(random, town);
      const angle = random.between(0, Math.PI);
      const length = random.between(250, 900);
      const bend = random.between(-0.25, 0.25);
      const coordinates: Position[] = [0, 0.25, 0.5, 0.75, 1].map((t) => [
        round(x + length * t * Math.cos(angle + bend * t)),
        round(y + length * t * Math.sin(angle + bend * t)),
      ]);
      const state = random.pick(['planned', 'planned', 'in progress', 'done', 'done']);
      return {
        ...plain,
        layer: 'works',
        wkt: toWkt({ type: 'LineString', coordinates }),
        name: address(random, town),
        description: random.pick([
          'Resurfacing',
          'New pavement',
          'Drainage repair',
          'Water main',
          'Bridge joints',
        ]),
        data: {
          state,
          contractor: random.pick(['Ceļu būve', 'Asfalts un Co', 'Pilsētas darbi']),
          until: `${2026 + (index % 2)}-${String(((index + number) % 12) + 1).padStart(2, '0')}`,
        },
      };
    }),
  );
}

function townPoints(random: Random): DemoObject[] {
  const many = (layer: string, each: number, make: (town: Locality) => Partial<DemoObject>): DemoObject[] =>
    towns.flatMap((town) =>
      Array.from({ length: each }, () => ({
        ...plain,
        layer,
        wkt: point(inTown(random, town)),
        name: address(random, town),
        description: '',
        data: {},
        ...make(town),
      })),
    );
  return [
    ...many('stops', 9, (town) => ({
      name: `${random.pick(streets)} (${town.name.replace(/.*, /, '')})`.slice(0, 40),
      description: 'Bus stop',
      data: { shelter: random.chance(0.6) ? 'yes' : 'no', routes: String(random.whole(1, 9)) },
    })),
    ...many('trees', 30, () => {
      const species = random.pick(['linden', 'maple', 'oak', 'birch', 'chestnut', 'ash']);
      return {
        description: `Street tree, ${species}`,
        data: {
          species,
          girth_cm: String(random.whole(25, 260)),
          condition: random.pick(['good', 'good', 'good', 'weak', 'dangerous']),
        },
      };
    }),
    ...many('containers', 8, () => {
      const type = random.pick(['glass', 'paper', 'mixed', 'plastic']);
      return {
        description: `Container, ${type}`,
        data: { type, emptied: random.pick(['Monday', 'Wednesday', 'Friday']) },
      };
    }),
  ];
}

function protectedAreas(random: Random): DemoObject[] {
  const areas = [
    ['Garkalnes meži', 24.43, 57.03, 3200, 'nature reserve'],
    ['Cenas tīrelis', 23.83, 56.86, 2600, 'nature reserve'],
    ['Beberbeķi', 23.89, 56.925, 1100, 'nature park'],
    ['Lielais Baltezers', 24.33, 57.04, 1300, 'lake protection zone'],
  ] as const;
  return areas.map(([name, lon, lat, radius, category]) => {
    const corners = 22;
    const shell = Array.from({ length: corners }, (_, index): Position => {
      const angle = (2 * Math.PI * index) / corners;
      const distance = radius * random.between(0.72, 1.1);
      return offset([lon, lat], distance * Math.cos(angle), distance * Math.sin(angle));
    });
    const first = shell[0];
    return {
      ...plain,
      layer: 'protected',
      wkt: toWkt({ type: 'Polygon', coordinates: [first ? [...shell, first] : shell] }),
      name,
      description: `Protected area, ${category}`,
      data: { category },
    };
  });
}

const species = [
  ['1', 'Priede'],
  ['1', 'Priede'],
  ['1', 'Priede'],
  ['3', 'Egle'],
  ['3', 'Egle'],
  ['4', 'Bērzs'],
  ['4', 'Bērzs'],
  ['6', 'Melnalksnis'],
  ['8', 'Apse'],
  ['9', 'Baltalksnis'],
  ['10', 'Ozols'],
  ['11', 'Osis'],
] as const;

/** Codes of forest types of the Latvian register; the common ones more often. */
const forestTypes = [
  1, 2, 2, 3, 4, 4, 4, 5, 5, 6, 8, 9, 10, 12, 14, 15, 17, 18, 19, 19, 21, 23, 24, 25,
] as const;

/** Eleven digits: territory, group, parcel. The numbers are invented. */
const kadastrs = (territory: number, index: number): string =>
  `${territory}${String(1 + Math.floor(index / 400)).padStart(3, '0')}${String(index % 10_000).padStart(4, '0')}`;

function stands(random: Random): DemoObject[] {
  return forests.flatMap((forest, forestIndex) =>
    meshRings(forest, random).flatMap((ring, index): DemoObject[] => {
      if (!insideOutline(forest, index, forestIndex) || random.chance(0.05)) return [];
      const polygon: Geometry = { type: 'Polygon', coordinates: [ring] };
      const [code, speciesName] = random.pick(species);
      const age = random.whole(5, 140);
      const stand: DemoObject = {
        ...plain,
        layer: 'stands',
        wkt: toWkt(polygon),
        name: `${forest.name}, ${Math.floor(index / 12) + 1}. kv. ${(index % 12) + 1}. nog.`.slice(0, 40),
        description: '',
        data: {
          kadastrs: kadastrs(8060 + forestIndex, index),
          valdosaSugaNosaukums: speciesName,
          valdosaSuga: code,
          valdosasSugasVecums: String(age),
          krajaUzHa: String(Math.min(6, Math.floor(age / 20))),
          bon: String(random.whole(0, 6)),
          aat: String(random.pick(forestTypes)),
        },
      };
      if (age < 100 || !random.chance(0.2)) return [stand];
      const permit: DemoObject = {
        ...stand,
        layer: 'felling',
        isPublic: false,
        description: 'Felling permit',
        data: {
          permit: `LV-2026-${String(1000 + index)}`,
          kind: random.pick(['thinning', 'final felling']),
          area_ha: areaHa(polygon),
        },
      };
      return [stand, permit];
    }),
  );
}

function parcels(random: Random): DemoObject[] {
  return fields.flatMap((field, fieldIndex) =>
    meshRings(field, random).flatMap((ring, index): DemoObject[] => {
      if (!insideOutline(field, index, fieldIndex + 3) || random.chance(0.03)) return [];
      const polygon: Geometry = { type: 'Polygon', coordinates: [ring] };
      const use = random.pick(['arable', 'arable', 'meadow', 'meadow', 'housing', 'other']);
      return [
        {
          ...plain,
          layer: 'parcels',
          wkt: toWkt(polygon),
          name: `“${random.pick(['Kalni', 'Lejas', 'Bērzi', 'Ozoli', 'Vītoli', 'Rozes'])} ${index + 1}”, ${field.village}`,
          description: `Parcel, ${use}`,
          data: {
            kadastrs: kadastrs(8076 + fieldIndex, index),
            use,
            area_ha: areaHa(polygon),
            owner: random.pick(['municipality', 'state', 'private', 'private', 'private']),
          },
        },
      ];
    }),
  );
}
