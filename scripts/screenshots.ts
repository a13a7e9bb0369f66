/**
 * `npm run screenshots [-- part of a name …]`: takes the pictures of docs/screenshots from the demo data, and those of
 * the user guide, whose names begin with `guide-`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '@pgis/testkit';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureWebBuild } from './building/ensureWebBuild.ts';
import { rootDir } from './runCommand.ts';
import { type GuidePicture, guideLanguages, guidePictures } from './screenshots/guidePictures.ts';
import { isFirstVisit, type Picture, pictureName, pictures, sizeOf } from './screenshots/pictures.ts';
import { type Language, Stage } from './screenshots/Stage.ts';
import { scenes } from './screenshots/scenes.ts';
import { chromiumFlags } from './testing/chromiumFlags.ts';
import { provideChromium } from './testing/provideChromium.ts';

const folder = join(rootDir, 'docs/screenshots');

async function takePicture(browser: Browser, serverUrl: string, picture: Picture): Promise<number> {
  await using stage = await Stage.open(browser, serverUrl, { ...picture, size: sizeOf(picture) });
  if (!isFirstVisit(picture)) await stage.readCookieNotice();
  await scenes[picture.scene](stage);
  const png = await stage.page.screenshot();
  // 256 colours are enough for flat panels and a muted map; the eye sees no difference.
  const small = await sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
  await writeFile(join(folder, `${pictureName(picture)}.png`), small);
  return small.length;
}

/** Narrow enough for a page of text, and a few of them for a download. */
const GUIDE_WIDTH_PX = 1000;

async function takeGuidePicture(
  browser: Browser,
  serverUrl: string,
  { picture: { scene, size, part }, language }: WantedGuidePicture,
): Promise<number> {
  await using stage = await Stage.open(browser, serverUrl, { size, language, scheme: 'light' });
  await stage.readCookieNotice();
  await scenes[scene](stage);
  const png = await stage.takePart(part);
  const small = await sharp(png)
    .resize({ width: GUIDE_WIDTH_PX, withoutEnlargement: true })
    .webp({ quality: 80, effort: 6, smartSubsample: true })
    .toBuffer();
  const pictureFolder = join(rootDir, 'docs/user-guide', language, 'pictures');
  await mkdir(pictureFolder, { recursive: true });
  await writeFile(join(pictureFolder, `${scene}.webp`), small);
  return small.length;
}

interface WantedGuidePicture {
  readonly picture: GuidePicture;
  readonly language: Language;
}
const guideName = ({ picture, language }: WantedGuidePicture): string => `guide-${picture.scene}-${language}`;

interface Wanted {
  readonly pictures: readonly Picture[];
  readonly guide: readonly WantedGuidePicture[];
}

async function takeAll(wanted: Wanted): Promise<void> {
  const executablePath = await provideChromium();
  if (executablePath === undefined || !(await ensureWebBuild())) {
    process.exitCode = 1;
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-screenshots-'));
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  try {
    await using server = await startServerProcess({ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'warn' });
    await mkdir(folder, { recursive: true });
    const tell = (name: string, bytes: number) => console.log(`${name}: ${Math.round(bytes / 1000)} kB`);
    for (const picture of wanted.pictures) {
      tell(pictureName(picture), await takePicture(browser, server.url, picture));
    }
    for (const picture of wanted.guide) {
      tell(guideName(picture), await takeGuidePicture(browser, server.url, picture));
    }
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const parts = process.argv.slice(2);
const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
await takeAll({
  pictures: pictures.filter((picture) => isWanted(pictureName(picture))),
  guide: guideLanguages
    .flatMap((language) => guidePictures.map((picture) => ({ picture, language })))
    .filter((picture) => isWanted(guideName(picture))),
});
