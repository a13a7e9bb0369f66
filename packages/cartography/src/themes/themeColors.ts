/**
 * Colours of the thematic styles: the one table for map, server images, legends and docs/style-reference.md. Each
 * species has one hue, light to dark with age, and greyish for an unknown age; volume and bonity are ramps, from little
 * to much and from good (0) to poor; growth conditions have a hue for each series of soils, light for poor and dark for
 * rich ones.
 */
export const SPECIES_COLORS = [
  {
    code: 1,
    name: 'PINE',
    bands: [20, 90, 120],
    colors: ['#f5c076', '#d0901e', '#a06700', '#663e00'],
    ageUnknown: '#b69a64',
  },
  {
    code: 3,
    name: 'SPRUCE',
    bands: [20, 90, 120],
    colors: ['#8ee0ab', '#47b777', '#1a8a51', '#00572e'],
    ageUnknown: '#71ae91',
  },
  {
    code: 4,
    name: 'BIRCH',
    bands: [20, 50, 70],
    colors: ['#cfbcff', '#a58bec', '#7b62b8', '#4c3b77'],
    ageUnknown: '#a098cc',
  },
  {
    code: 6,
    name: 'BLACK_ALDER',
    bands: [20, 50, 70],
    colors: ['#ffb48e', '#e57f4f', '#b1582b', '#723311'],
    ageUnknown: '#c0927d',
  },
  {
    code: 8,
    name: 'ASPEN',
    bands: [20, 50, 70],
    colors: ['#92d0ff', '#53a3f2', '#2d78bd', '#124a7b'],
    ageUnknown: '#77a4ce',
  },
  {
    code: 9,
    name: 'GREY_ALDER',
    bands: [20, 50, 70],
    colors: ['#ffacce', '#e177a3', '#ad5078', '#6f2d4a'],
    ageUnknown: '#be8ea7',
  },
  {
    code: 10,
    name: 'OAK',
    bands: [20, 50, 70],
    colors: ['#c8d37e', '#9ca831', '#737c00', '#474d00'],
    ageUnknown: '#9ca66e',
  },
  {
    code: 11,
    name: 'ASH',
    bands: [20, 50, 70],
    colors: ['#65e0e7', '#00b7c1', '#008a92', '#00565d'],
    ageUnknown: '#4eaeb6',
  },
  {
    code: 12,
    name: 'LIME',
    bands: [20, 50, 70],
    colors: ['#efb2f2', '#ca7ece', '#9a579e', '#623265'],
    ageUnknown: '#b291bc',
  },
  {
    name: 'OTHER_SPECIES',
    bands: [20, 50, 70],
    colors: ['#c1ccd4', '#93a0aa', '#6b767f', '#41494f'],
    ageUnknown: '#9ba4ab',
  },
] as const;
export const VOLUME_COLORS = [
  '#eef1ad',
  '#c7d782',
  '#9dbd61',
  '#73a34a',
  '#4b883d',
  '#286c35',
  '#0e4f2d',
] as const;
export const BONITY_COLORS = [
  '#5d2e59',
  '#863e6e',
  '#b0517d',
  '#d76a87',
  '#f88a91',
  '#ffafa1',
  '#ffd7be',
] as const;
/** Forest types of the Latvian register by code; 13 and 20 are unused. */
export const GROWTH_COLORS = [
  {
    name: 'DRY_MINERAL_SOIL',
    types: ['1 Sl', '2 Mr', '3 Ln', '4 Dm', '5 Vr', '6 Gr'],
    colors: ['#f6d294', '#e1b364', '#c89635', '#ad7a00', '#906100', '#704a00'],
  },
  {
    name: 'WET_MINERAL_SOIL',
    types: ['7 Gs', '8 Mrs', '9 Dms', '10 Vrs', '11 Grs'],
    colors: ['#95e4ff', '#53c3ec', '#00a2cd', '#007fa8', '#005d7e'],
  },
  {
    name: 'WET_PEAT',
    types: ['12 Pv', '14 Nd', '15 Db', '16 Lk'],
    colors: ['#d1d0ff', '#a19df2', '#756fc5', '#4e488a'],
  },
  {
    name: 'DRAINED_MINERAL_SOIL',
    types: ['17 Av', '18 Am', '19 As', '21 Ap'],
    colors: ['#b3e8b4', '#75bd78', '#449049', '#26612b'],
  },
  {
    name: 'DRAINED_PEAT',
    types: ['22 Kv', '23 Km', '24 Ks', '25 Kp'],
    colors: ['#ffc1bf', '#ec8889', '#bc595c', '#83373a'],
  },
] as const;
/** Gradient for numbers without a code, by their position between the first and the last code. */
export const GROWTH_GRADIENT = { from: [240, 231, 210], to: [73, 43, 93], first: 1, last: 25 } as const;
/** Colour of missing values, and of values without a colour of their own. */
export const OTHER_COLOR = '#9ba4ab';

/** Alpha of the fill of each theme (THEME-08). */
export const THEME_FILL_ALPHA = { species: 0.4, volume: 0.8, bonity: 0.8, growth: 0.8 } as const;
