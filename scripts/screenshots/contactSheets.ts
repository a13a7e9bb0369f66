import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { rootDir } from '../runCommand.ts';
import { townLayers } from './addTownObjects.ts';
import { addArchive } from './furnish.ts';
import { type Scheme, Stage } from './Stage.ts';

/** A town of which one picture shows many zooms. */
export interface Town {
  readonly name: 'riga' | 'monaco' | 'vaduz';
  readonly lonLat: readonly [number, number];
  /** Name of the base layer; without one the embedded map is shown. */
  readonly baseLayer?: string;
  /** Archive of the base layer, which is not on every machine. */
  readonly archive?: string;
}

const towns: readonly Town[] = [
  { name: 'riga', lonLat: [24.1075, 56.9495] },
  {
    name: 'monaco',
    // The archive has no sea: the embedded one lies around the town.
    lonLat: [7.4163, 43.7352],
    // The archive that `furnish` adds.
    baseLayer: 'Streets',
  },
  {
    name: 'vaduz',
    lonLat: [9.5215, 47.139],
    baseLayer: 'Liechtenstein',
    archive: '../shared/data/basemap/archives/liechtenstein_openmaptiles.pmtiles',
  },
];

const hasMap = ({ archive }: Town): boolean => archive === undefined || existsSync(join(rootDir, archive));

export async function addTownMap({ archive, baseLayer }: Town, dataDir: string): Promise<void> {
  if (archive !== undefined) await addArchive(dataDir, archive, baseLayer);
}

export interface ContactSheet {
  readonly town: Town;
  readonly scheme: Scheme;
}

export const contactSheets: readonly ContactSheet[] = towns
  .filter(hasMap)
  .flatMap((town) => (['light', 'dark'] as const).map((scheme) => ({ town, scheme })));

/** Returns the file name without its extension. */
export const sheetName = ({ town, scheme }: ContactSheet): string => `zooms-${town.name}-${scheme}`;

const zooms = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
const COLUMNS = 5;
const GAP_PX = 8;
const cell = { width: 400, height: 320 } as const;

/** Composes the middle of the map at each zoom, beside one another. */
export async function makeContactSheet(
  browser: Browser,
  serverUrl: string,
  { town, scheme }: ContactSheet,
): Promise<Buffer> {
  const cells = [];
  for (const zoom of zooms) {
    await using stage = await Stage.open(browser, serverUrl, {
      ...{ size: 'wide', language: 'en', scheme, mailsToken: '' },
    });
    await stage.readCookieNotice();
    if (town.baseLayer !== undefined) await stage.chooseBaseLayer(town.baseLayer);
    await stage.leaveMapAt({ lonLat: town.lonLat, zoom }, townLayers);
    await stage.goTo('dashboard');
    cells.push(await middleOf(await stage.takePart('map'), zoom));
  }
  const rows = Math.ceil(cells.length / COLUMNS);
  const stepX = cell.width + GAP_PX;
  const stepY = cell.height + GAP_PX;
  return await sharp({
    create: {
      width: COLUMNS * stepX - GAP_PX,
      height: rows * stepY - GAP_PX,
      channels: 3,
      background: scheme === 'light' ? '#ffffff' : '#101418',
    },
  })
    .composite(
      cells.map((input, index) => ({
        input,
        left: (index % COLUMNS) * stepX,
        top: Math.floor(index / COLUMNS) * stepY,
      })),
    )
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toBuffer();
}

/** The middle of a map with its zoom in a corner. */
async function middleOf(map: Buffer, zoom: number): Promise<Buffer> {
  const { width, height } = await sharp(map).metadata();
  const [left, top] = [Math.round((width - cell.width) / 2), Math.round((height - cell.height) / 2)];
  const mark = `<svg width="34" height="24"><rect width="34" height="24" fill="#fff"/><text x="17" y="17" text-anchor="middle" font-family="Liberation Sans, Arimo, sans-serif" font-size="14" font-weight="bold" fill="#1a242c">${zoom}</text></svg>`;
  return await sharp(map)
    .extract({ left, top, ...cell })
    .composite([{ input: Buffer.from(mark), left: 0, top: 0 }])
    .png()
    .toBuffer();
}
