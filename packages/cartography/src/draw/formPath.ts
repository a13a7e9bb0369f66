import type { PointForm } from '../style/propertyTable.ts';
import type { Path } from './path.ts';
import { roundedPolygon } from './path.ts';

/** A form of radius 1 in a box from -1 to 1, y downwards. */
type Form = {
  readonly path: (radius: number) => Path;
  /** Centre of the icon, and half the diagonal of the space for it. */
  readonly icon: { readonly x: number; readonly y: number; readonly radius: number };
  /** Part of the form at the position of the point: the centre (0), or a tip at the bottom (1). */
  readonly anchorY: 0 | 1;
};

const FULL_TURN = 2 * Math.PI;
const DOWN = Math.PI / 2;
const ROUNDING = 0.12;

const polygon =
  (...points: readonly (readonly [number, number])[]) =>
  (radius: number): Path =>
    roundedPolygon(
      points.map(([x, y]) => [x * radius, y * radius]),
      ROUNDING * radius,
    );

/**
 * A disc in the upper part with a tail to the bottom; the tail starts `spread` radians beside straight down.
 */
const tailed =
  (y: number, r: number, spread: number) =>
  (radius: number): Path => [
    ['A', 0, y * radius, r * radius, DOWN + spread, DOWN - spread + FULL_TURN],
    ['L', 0, radius],
    ['Z'],
  ];

/** Returns the spread at which the tail is tangent to the disc. */
const tangent = (y: number, r: number): number => Math.acos(r / (1 - y));

const disc = (radius: number): Path => [['A', 0, 0, radius, 0, FULL_TURN], ['Z']];

const centred = (path: Form['path'], y: number, radius: number): Form => ({
  path,
  icon: { x: 0, y, radius },
  anchorY: 0,
});
const pinned = (path: Form['path'], y: number, radius: number): Form => ({
  path,
  icon: { x: 0, y, radius },
  anchorY: 1,
});

const coma = (radius: number): Path => [
  ['A', 0, -0.2 * radius, 0.8 * radius, 0.6 * Math.PI, FULL_TURN],
  ['Q', 0.8 * radius, 0.6 * radius, 0, radius],
  [
    'Q',
    0.05 * radius,
    0.8 * radius,
    0.8 * radius * Math.cos(0.6 * Math.PI),
    (0.8 * Math.sin(0.6 * Math.PI) - 0.2) * radius,
  ],
  ['Z'],
];

const FORMS: Readonly<Record<Exclude<PointForm, 'none'>, Form>> = {
  circle: centred(disc, 0, 0.78),
  poi: pinned(tailed(-0.4, 0.6, 0.1 * Math.PI), -0.4, 0.46),
  bubble: pinned(tailed(-0.2, 0.8, 0.1 * Math.PI), -0.2, 0.62),
  marker: pinned(tailed(-0.2, 0.8, tangent(-0.2, 0.8)), -0.2, 0.6),
  coma: pinned(coma, -0.2, 0.62),
  shield: centred(polygon([-0.9, -1], [0.9, -1], [0.9, 0.55], [0, 1], [-0.9, 0.55]), -0.12, 0.85),
  blazon: centred(
    polygon([-0.85, -1], [0.85, -1], [0.85, 0.6], [0.22, 0.6], [0, 1], [-0.22, 0.6], [-0.85, 0.6]),
    -0.2,
    0.82,
  ),
  bookmark: centred(polygon([-0.85, -1], [0.85, -1], [0.85, 1], [0, 0.6], [-0.85, 1]), -0.2, 0.82),
  hexagon: centred(polygon([0, -1], [0.9, -0.55], [0.9, 0.55], [0, 1], [-0.9, 0.55], [-0.9, -0.55]), 0, 0.8),
  diamond: centred(polygon([-0.5, -0.9], [0.5, -0.9], [1, -0.35], [0, 0.95], [-1, -0.35]), -0.28, 0.6),
  triangle: centred(polygon([-1, -0.8], [1, -0.8], [0, 0.95]), -0.3, 0.5),
  sign: centred(polygon([0, -0.95], [1, 0.8], [-1, 0.8]), 0.28, 0.5),
  ban: centred(disc, 0, 0.7),
  lozenge: centred(polygon([0, -1], [1, 0], [0, 1], [-1, 0]), 0, 0.6),
  square: centred(polygon([-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]), 0, 0.92),
};

/** Returns the outline of a form in a box of twice `radius` around 0, y downwards; empty for `none`. */
export const formPath = (form: PointForm, radius: number): Path =>
  form === 'none' ? [] : FORMS[form].path(radius);

/** Returns the centre and size of the icon in a form of radius 1, and the anchor of the form. */
export const formLayout = (form: PointForm): Pick<Form, 'icon' | 'anchorY'> =>
  form === 'none' ? { icon: { x: 0, y: 0, radius: Infinity }, anchorY: 0 } : FORMS[form];
