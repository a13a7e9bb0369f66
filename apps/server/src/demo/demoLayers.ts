/** The layer groups and layers of the demo in English; `translateDemo.ts` translates them. */

export type DemoUnit = 'infrastructure' | 'nature';

/** Object style as stored; `rule`, `labelRules` and `objLabel` name fields. */
export interface DemoStyle {
  readonly [property: string]: unknown;
  readonly rule?: string;
  readonly labelRules?: readonly DemoStyle[];
  readonly objLabel?: string;
}

export interface DemoLayer {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly string[];
  readonly style: DemoStyle;
  readonly zIndex: number;
  readonly allObjectsPublic: boolean | null;
  readonly openToPublic?: boolean;
  /** Objects added by visitors wait for a review. */
  readonly showAfterReview?: boolean;
  /** Its objects are cases, due after thirty working days. */
  readonly isCaseLayer?: boolean;
  readonly showDefault?: boolean;
  readonly zoomFrom?: number;
  /** Key of an earlier layer whose objects this view shows. */
  readonly viewOf?: string;
}

export interface DemoGroup {
  readonly name: string;
  readonly description: string;
  readonly unit: DemoUnit;
  readonly layers: readonly DemoLayer[];
}

const rgba = (hex: string, alpha = 1) => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `rgba(${part(1)},${part(3)},${part(5)},${alpha})`;
};

/** A coloured disc with a white glyph. */
const marker = (icon: string, color: string, label = '') => ({
  pointIcon: icon,
  pointColor: 'rgba(255,255,255,1)',
  pointBgColor: rgba(color),
  pointForm: 'circle',
  pointRadius: 11,
  pointSize: 13,
  labelEnabled: label !== '',
  objLabel: label,
  labelColor: 'rgba(26,36,44,1)',
  labelSize: 12,
});

const line = (color: string, width: number, style: 'solid' | 'dashed' = 'solid') => ({
  lineColor: rgba(color),
  lineWidth: width,
  lineStyle: style,
  labelEnabled: false,
});

const area = (color: string, fillAlpha: number, width = 1.2) => ({
  fillColor: rgba(color, fillAlpha),
  lineColor: rgba(color),
  lineWidth: width,
  labelEnabled: false,
});

const withRules = (
  base: DemoStyle,
  field: string,
  rules: readonly (readonly [value: string, style: DemoStyle])[],
): DemoStyle => ({
  ...base,
  rule: 'Default',
  labelRules: [
    ...rules.map(([value, style]) => ({ ...base, ...style, rule: `data.${field}=${value}` })),
    { ...base, rule: 'Default' },
  ],
});

const grey = '#5d6c78';

/** View of the stands with a thematic style. */
const standsBy = (
  theme: 'species' | 'volume' | 'bonity' | 'growth' | 'contours',
  name: string,
  description: string,
): DemoLayer => ({
  key: theme,
  viewOf: 'stands',
  name,
  description,
  fields: [],
  style: {
    ...area('#3a4650', 0.42, theme === 'contours' ? 1.5 : 0.6),
    lineColor: rgba('#3a4650', theme === 'contours' ? 1 : 0.5),
    theme,
  },
  zIndex: 22,
  allObjectsPublic: true,
});

export const demoGroups: readonly DemoGroup[] = [
  {
    name: 'Reports by citizens',
    description: 'What residents report; anybody may add a point',
    unit: 'infrastructure',
    layers: [
      {
        key: 'roadDamage',
        name: 'Road damage',
        description: 'Potholes, sunken manholes, broken pavements',
        fields: ['surface', 'size'],
        style: marker('fa-road-barrier', '#e1627f'),
        zIndex: 60,
        allObjectsPublic: null,
        openToPublic: true,
        showDefault: true,
      },
      {
        key: 'lighting',
        name: 'Street lighting',
        description: 'Lamps that are out or always on',
        fields: ['pole'],
        style: marker('fa-lightbulb', '#188af1'),
        zIndex: 61,
        allObjectsPublic: null,
        openToPublic: true,
        isCaseLayer: true,
        showDefault: true,
      },
      {
        key: 'dumping',
        name: 'Illegal dumping',
        description: 'Waste where it does not belong',
        fields: ['waste'],
        style: marker('fa-trash-can', '#9f5940'),
        zIndex: 62,
        allObjectsPublic: null,
        openToPublic: true,
        showAfterReview: true,
        showDefault: true,
      },
    ],
  },
  {
    name: 'Roads and transport',
    description: 'Bus routes, stops and road works',
    unit: 'infrastructure',
    layers: [
      {
        key: 'works',
        name: 'Road works',
        description: 'Sections by stage of the works',
        fields: ['state', 'contractor', 'until'],
        style: withRules(line(grey, 4), 'state', [
          ['planned', line('#ad811f', 4, 'dashed')],
          ['in progress', line('#e1627f', 5)],
          ['done', line('#308a69', 4)],
        ]),
        zIndex: 41,
        allObjectsPublic: true,
        showDefault: true,
      },
      {
        key: 'routes',
        name: 'Bus routes',
        description: 'Regional bus routes',
        fields: ['number', 'operator'],
        style: { ...line('#1251cc', 2.5), labelEnabled: true, objLabel: '{data.number}', labelSize: 12 },
        zIndex: 40,
        allObjectsPublic: true,
      },
      {
        key: 'stops',
        name: 'Bus stops',
        description: 'Stops with or without a shelter',
        fields: ['shelter', 'routes'],
        style: withRules(marker('fa-bus', '#11697a'), 'shelter', [
          ['yes', marker('fa-bus', '#11697a')],
          ['no', marker('fa-bus', '#8576ab')],
        ]),
        zIndex: 50,
        allObjectsPublic: true,
      },
    ],
  },
  {
    name: 'Environment',
    description: 'Trees, waste collection, protected areas',
    unit: 'nature',
    layers: [
      {
        key: 'trees',
        name: 'Street trees',
        description: 'Inventory of trees in streets and parks',
        fields: ['species', 'girth_cm', 'condition'],
        style: withRules(marker('fa-tree', '#308a69'), 'condition', [
          ['good', marker('fa-tree', '#308a69')],
          ['weak', marker('fa-tree', '#ad811f')],
          ['dangerous', marker('fa-tree', '#e1627f')],
        ]),
        zIndex: 51,
        allObjectsPublic: true,
        zoomFrom: 11,
      },
      {
        key: 'containers',
        name: 'Waste containers',
        description: 'Sorted waste collection points',
        fields: ['type', 'emptied'],
        style: withRules(marker('fa-recycle', '#5b4c0d'), 'type', [
          ['glass', marker('fa-wine-bottle', '#308a69')],
          ['paper', marker('fa-newspaper', '#1251cc')],
          ['mixed', marker('fa-dumpster', '#2e363f')],
        ]),
        zIndex: 52,
        allObjectsPublic: true,
      },
      {
        key: 'protected',
        name: 'Protected areas',
        description: 'Nature reserves and parks',
        fields: ['category'],
        style: { ...area('#308a69', 0.18, 2), labelEnabled: true, objLabel: '{name}', labelSize: 12 },
        zIndex: 5,
        allObjectsPublic: true,
      },
    ],
  },
  {
    name: 'Forest',
    description: 'Forest stands and felling permits of the municipality',
    unit: 'nature',
    layers: [
      {
        key: 'stands',
        name: 'Forest stands',
        description: 'Stands by main species',
        fields: [
          'kadastrs',
          'valdosaSugaNosaukums',
          'valdosaSuga',
          'valdosasSugasVecums',
          'krajaUzHa',
          'bon',
          'aat',
        ],
        style: withRules(area(grey, 0.42), 'valdosaSugaNosaukums', [
          ['Priede', area('#ad811f', 0.45)],
          ['Egle', area('#308a69', 0.45)],
          ['Bērzs', area('#8576ab', 0.45)],
          ['Melnalksnis', area('#9f5940', 0.45)],
          ['Apse', area('#188af1', 0.35)],
        ]),
        zIndex: 20,
        allObjectsPublic: true,
      },
      {
        key: 'felling',
        name: 'Felling permits',
        description: 'Internal: permits of the current year',
        fields: ['permit', 'kind', 'area_ha'],
        style: {
          ...area('#640868', 0.2, 2),
          fillPattern: 'hatch',
          fillPatternColor: rgba('#640868', 0.8),
        },
        zIndex: 21,
        allObjectsPublic: false,
      },
    ],
  },
  {
    name: 'Forest themes',
    description: 'The same stands in other styles',
    unit: 'nature',
    layers: [
      standsBy('species', 'Species and age', 'Hue by species, darker with age'),
      standsBy('volume', 'Growing stock', 'Volume per hectare in classes'),
      standsBy('bonity', 'Bonity', 'From the best site class to the poorest'),
      standsBy('growth', 'Growth conditions', 'Forest types by series of soils'),
      standsBy('contours', 'Outlines of stands', 'Contours only'),
    ],
  },
  {
    name: 'Land',
    description: 'Parcels and land use',
    unit: 'infrastructure',
    layers: [
      {
        key: 'parcels',
        name: 'Parcels',
        description: 'Land parcels with cadastre number',
        fields: ['kadastrs', 'use', 'area_ha', 'owner'],
        style: withRules({ ...area(grey, 0.12, 1), labelEnabled: false }, 'use', [
          ['arable', area('#ad811f', 0.3, 1)],
          [
            'meadow',
            {
              ...area('#5b9b45', 0.3, 1),
              fillPattern: 'grass',
              fillPatternColor: rgba('#3f7a2c', 0.7),
            },
          ],
          ['housing', area('#9f5940', 0.35, 1)],
        ]),
        zIndex: 10,
        allObjectsPublic: true,
      },
    ],
  },
];
