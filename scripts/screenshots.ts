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
import { furnish } from './screenshots/furnish.ts';
import { type GuidePicture, guideLanguages, guidePictures } from './screenshots/guidePictures.ts';
import { isFirstVisit, type Picture, pictureName, pictures, sizeOf } from './screenshots/pictures.ts';
import { type Language, Stage } from './screenshots/Stage.ts';
import { scenes } from './screenshots/scenes.ts';
import { chromiumFlags } from './testing/chromiumFlags.ts';
import { provideChromium } from './testing/provideChromium.ts';

/** Where pictures are taken. */
interface Scenery {
  readonly browser: Browser;
  readonly serverUrl: string;
  readonly mailsToken: string;
}

const folder = join(rootDir, 'docs/screenshots');

async function takePicture({ browser, serverUrl, mailsToken }: Scenery, picture: Picture): Promise<number> {
  const size = sizeOf(picture);
  await using stage = await Stage.open(browser, serverUrl, { ...picture, size, mailsToken });
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
  { browser, serverUrl, mailsToken }: Scenery,
  { picture: { scene, size, part }, language }: WantedGuidePicture,
): Promise<number> {
  const options = { size, language, scheme: 'light', mailsToken } as const;
  await using stage = await Stage.open(browser, serverUrl, options);
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
    const scenery = {
      browser,
      serverUrl: server.url,
      mailsToken: await furnish(browser, server.url, dataDir),
    };
    const tell = (name: string, bytes: number) => console.log(`${name}: ${Math.round(bytes / 1000)} kB`);
    /** One that cannot be taken does not cost the others. */
    const take = async (name: string, taking: () => Promise<number>) => {
      try {
        tell(name, await taking());
      } catch (cause) {
        process.exitCode = 1;
        console.error(`${name}:`, cause);
      }
    };
    for (const picture of wanted.pictures)
      await take(pictureName(picture), () => takePicture(scenery, picture));
    for (const picture of wanted.guide)
      await take(guideName(picture), () => takeGuidePicture(scenery, picture));
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
