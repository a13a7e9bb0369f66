import type { Geometry } from '@pgis/geo';
import type { GeomStyle, PointForm } from '../../src/index.ts';
import {
  findTheme,
  LAYER_COLORS,
  LINE_STYLES,
  PATTERNS,
  POINT_FORMS,
  type Theme,
  type ThemeName,
} from '../../src/index.ts';
import { type GalleryCell, INK, line, point, sheet } from './galleryShapes.ts';
import { cornerCells, holeCells, outlineCells, partCells, turnedCells } from './geometryCells.ts';
import { labelCells } from './labelCells.ts';
import { sizeCells } from './sizeCells.ts';

export type { GalleryCell, GalleryObject } from './galleryShapes.ts';

export type GallerySection = { readonly title: string; readonly cells: readonly GalleryCell[] };

/** Drawing area of a cell; whole pixels, so that anti-aliasing is the same everywhere. */
export const CELL_PX = { width: 112, height: 88 } as const;

const PAPER = 'rgba(240,226,190,1)';

/** A polygon with a bay and a hole, and a bent line, with the same pattern. */
const patternCell = (name: (typeof PATTERNS)[number]): GalleryCell => ({
  caption: name,
  style: {
    fillColor: PAPER,
    fillPattern: name,
    fillPatternColor: INK,
    lineColor: 'rgba(173,129,31,1)',
    lineWidth: 1.5,
    labelRules: [
      {
        rule: 'data.part=line',
        lineColor: 'rgba(173,205,219,1)',
        lineWidth: 10,
        strokePattern: name,
        linePatternColor: 'rgba(20,60,110,1)',
      },
    ],
  },
  objects: [
    {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [4, 6],
            [4, 62],
            [100, 62],
            [108, 40],
            [108, 6],
            [60, 6],
            [52, 14],
            [44, 6],
            [4, 6],
          ],
          [
            [82, 44],
            [96, 44],
            [96, 54],
            [82, 54],
            [82, 44],
          ],
        ],
      },
    },
    { geometry: line([8, 72], [50, 80], [104, 72]), data: { part: 'line' } },
  ],
});

const ICONS = [
  'fa-tree',
  'fa-trash',
  'fg-compass',
  'far fa-bell',
  'fa-bus',
  'fa-road',
  'fa-lightbulb',
  'fg-poi',
];

/** Point with an icon, with a gradient, and rotated; beneath, small and without an icon. */
const formCell = (pointForm: PointForm, index: number): GalleryCell => {
  const color = LAYER_COLORS[index % LAYER_COLORS.length]?.color ?? 'gray';
  const pointIcon = ICONS[index % ICONS.length] ?? '';
  const look: GeomStyle = {
    pointForm,
    pointBgColor: color,
    pointColor: pointForm === 'none' ? color : 'white',
  };
  return {
    caption: pointForm,
    style: {
      ...look,
      pointIcon,
      pointSize: 22,
      pointRadius: 14,
      labelEnabled: false,
      labelRules: [
        { rule: 'data.look=gradient', pointGradient: true },
        { rule: 'data.look=turned', pointRotation: 30 },
        { rule: 'data.look=small', pointIcon: '', pointRadius: 7 },
      ],
    },
    objects: [
      { geometry: point(18, 38) },
      { geometry: point(52, 38), data: { look: 'gradient' } },
      { geometry: point(86, 38), data: { look: 'turned' } },
      { geometry: point(18, 74), data: { look: 'small' } },
    ],
  };
};

const lineCells: readonly GalleryCell[] = LINE_STYLES.flatMap((lineStyle) =>
  [1, 2, 4, 8].map((lineWidth) => ({
    caption: `${lineStyle}, ${lineWidth} px`,
    style: { lineStyle, lineWidth, lineColor: 'rgba(18,81,204,1)', fillColor: 'rgba(18,81,204,0.2)' },
    objects: [{ geometry: line([6, 36], [40, 10], [72, 34], [106, 8]) }, { geometry: sheet(10, 48, 92, 32) }],
  })),
);

const alphaCell: GalleryCell = {
  caption: 'lineTransparency 0.3',
  style: {
    lineWidth: 8,
    lineTransparency: 0.3,
    lineColor: 'rgba(225,98,127,1)',
    fillColor: 'rgba(225,98,127,0.42)',
    strokePattern: 'hatch',
    linePatternColor: 'rgba(100,8,104,1)',
  },
  objects: [{ geometry: line([6, 36], [40, 10], [72, 34], [106, 8]) }, { geometry: sheet(10, 48, 92, 32) }],
};

/** Data for the classes of a theme, in their order. */
const THEME_DATA: Readonly<
  Record<Exclude<ThemeName, 'none' | 'contours'>, readonly Readonly<Record<string, string>>[]>
> = {
  species: [1, 3, 4, 6, 8, 9, 10, 11, 12, 99].flatMap((valdosaSuga) =>
    (valdosaSuga < 4 ? [10, 20, 90, 120] : [10, 20, 50, 70]).map((age) => ({
      valdosaSuga: String(valdosaSuga),
      valdosasSugasVecums: String(age),
    })),
  ),
  volume: ['0', '1', '2', '3', '4', '5', '6', '7'].map((krajaUzHa) => ({ krajaUzHa })),
  bonity: ['0', '1', '2', '3', '4', '5', '6', ''].map((bon) => ({ bon })),
  growth: Array.from({ length: 28 }, (_, aat) => ({ aat: aat === 27 ? '' : String(aat) })),
};

const themeStyle = (theme: ThemeName): GeomStyle => ({
  theme,
  fillColor: 'red',
  lineColor: 'rgba(60,70,78,1)',
  lineWidth: 1,
});

/** Polygons in a grid, each with its own data. */
const themeCell = (theme: ThemeName, caption: string, data: readonly Readonly<Record<string, string>>[]) => {
  const columns = data.length > 8 ? 7 : 4;
  const rows = Math.ceil(data.length / columns);
  const [width, height] = [Math.floor(104 / columns) - 2, Math.floor(80 / rows) - 2];
  return {
    caption,
    style: themeStyle(theme),
    objects: data.map((one, i) => ({
      geometry: sheet(
        4 + (i % columns) * (width + 2),
        4 + Math.floor(i / columns) * (height + 2),
        width,
        height,
      ),
      data: one,
    })),
  };
};

const speciesCells = (theme: Theme): readonly GalleryCell[] =>
  [...new Set(theme.classes.map(({ group }) => group))].map((group, i) =>
    themeCell(
      'species',
      `species: ${group.toLowerCase().replaceAll('_', ' ')}`,
      THEME_DATA.species.slice(4 * i, 4 * i + 4),
    ),
  );

const themeCells: readonly GalleryCell[] = [
  ...speciesCells(findTheme('species') as Theme),
  ...(['volume', 'bonity', 'growth'] as const).map((theme) => themeCell(theme, theme, THEME_DATA[theme])),
  themeCell('contours', 'contours', THEME_DATA.volume.slice(0, 4)),
];

/** All patterns, forms, dashes, labels, themes and sizes, and all kinds of geometry. */
export const GALLERY: readonly GallerySection[] = [
  { title: 'Patterns of fills and lines', cells: PATTERNS.map(patternCell) },
  { title: 'Forms of points: with icon, with gradient, turned, small', cells: POINT_FORMS.map(formCell) },
  { title: 'Lines', cells: [...lineCells, alphaCell] },
  { title: 'Labels', cells: labelCells },
  { title: 'Themes', cells: themeCells },
  { title: 'Several parts', cells: partCells },
  { title: 'Holes', cells: holeCells },
  { title: 'Corners and ends', cells: cornerCells },
  { title: 'Translucent and small', cells: outlineCells },
  { title: 'Turned points', cells: turnedCells },
  { title: 'Sizes by value', cells: sizeCells },
];

const COLUMNS = 9;
const STEP_PX = { x: CELL_PX.width + 14, y: CELL_PX.height + 30 } as const;
const HEADING_PX = 40;
const MARGIN_PX = 16;

export type PlacedCell = GalleryCell & { readonly section: string; readonly x: number; readonly y: number };
export type GalleryPage = {
  readonly width: number;
  readonly height: number;
  readonly headings: readonly { readonly title: string; readonly y: number }[];
  readonly cells: readonly PlacedCell[];
};

/** Returns the positions of all cells on one page, in pixels from its top left corner. */
export const layOutGallery = (): GalleryPage => {
  const headings: { title: string; y: number }[] = [];
  const cells: PlacedCell[] = [];
  let y = MARGIN_PX;
  for (const section of GALLERY) {
    headings.push({ title: section.title, y });
    y += HEADING_PX;
    for (const [i, cell] of section.cells.entries())
      cells.push({
        ...cell,
        section: section.title,
        x: MARGIN_PX + (i % COLUMNS) * STEP_PX.x,
        y: y + Math.floor(i / COLUMNS) * STEP_PX.y,
      });
    y += Math.ceil(section.cells.length / COLUMNS) * STEP_PX.y;
  }
  return { width: 2 * MARGIN_PX + COLUMNS * STEP_PX.x - 14, height: y + MARGIN_PX, headings, cells };
};

/**
 * Converts a geometry of a cell to map coordinates: one metre per pixel, the page from 0, 0 to the right and
 * downwards.
 */
export const toMapGeometry = (geometry: Geometry, { x, y }: Pick<PlacedCell, 'x' | 'y'>): Geometry => {
  const move = (part: unknown): unknown =>
    Array.isArray(part) && typeof part[0] === 'number'
      ? [part[0] + x, -((part[1] as number) + y)]
      : (part as readonly unknown[]).map(move);
  return { ...geometry, coordinates: move(geometry.coordinates) } as Geometry;
};
