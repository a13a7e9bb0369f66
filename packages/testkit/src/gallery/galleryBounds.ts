import type { GalleryDifference } from './compareGalleries.ts';

/** Share of pixels that may differ on the same canvas, or one that draws alike. */
const MIN_SHARE = 0.0001;

type Bounds = Readonly<Record<string, number>>;

/** Thin outlines that the server snaps to pixels: their corners, and shapes smaller than a pixel. */
const onPixels: Bounds = { Themes: 0.003, 'Corners and ends': 0.0005, 'Translucent and small': 0.003 };

/** Glyphs of labels and icons have softer edges in the server's canvas than in Chromium's. */
const glyphs: Bounds = {
  Labels: 0.01,
  'Forms of points: with icon, with gradient, turned, small': 0.005,
  'Turned points': 0.002,
  'Sizes by value': 0.002,
  'Several parts': 0.0005,
};

/** Shares of the pixels of a section that may differ between renderers. */
export const galleryBounds = {
  /** Server images against ol on the server. */
  ol: { Labels: 0.0005, Lines: 0.0002, ...onPixels },
  /** Server images against Chromium. */
  browser: { Lines: 0.0002, ...onPixels, ...glyphs },
  /** Server images against what they were. */
  approved: {},
} satisfies Readonly<Record<string, Bounds>>;

/** Returns the sections that differ more than permitted, with their shares. */
export const listBeyond = ({ sections }: GalleryDifference, bounds: Bounds): (readonly [string, number])[] =>
  [...sections].filter(([section, share]) => share > (bounds[section] ?? MIN_SHARE));
