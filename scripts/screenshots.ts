/**
 * `npm run screenshots [-- part of a name …]`: takes the screenshots of docs/screenshots from the demo data, and
 * those of the user guide, whose names begin with `guide-`. A picture `zooms-…` shows a town at many zooms; the archive of
 * Liechtenstein is taken from `../shared` where it is.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '@pgis/testkit';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureWebBuild } from './building/ensureWebBuild.ts';
import { rootDir } from './runCommand.ts';
import { addTownObjects } from './screenshots/addTownObjects.ts';
import {
  addTownMap,
  type ContactSheet,
  contactSheets,
  makeContactSheet,
  sheetName,
} from './screenshots/contactSheets.ts';
import { furnish } from './screenshots/furnish.ts';
import { type GuideScreenshot, guideLanguages, guideScreenshots } from './screenshots/guideScreenshots.ts';
import { type Language, Stage } from './screenshots/Stage.ts';
import { scenes } from './screenshots/scenes.ts';
import {
  isFirstVisit,
  type Screenshot,
  screenshotName,
  screenshots,
  sizeOf,
} from './screenshots/screenshots.ts';
import { chromiumFlags } from './testing/chromiumFlags.ts';
import { provideChromium } from './testing/provideChromium.ts';

/** Browser, server and folder that screenshots are taken with. */
interface Scenery {
  readonly browser: Browser;
  readonly serverUrl: string;
  readonly mailsToken: string;
}

const folder = join(rootDir, 'docs/screenshots');

async function takeScreenshot(
  { browser, serverUrl, mailsToken }: Scenery,
  screenshot: Screenshot,
): Promise<number> {
  const size = sizeOf(screenshot);
  await using stage = await Stage.open(browser, serverUrl, { ...screenshot, size, mailsToken });
  if (!isFirstVisit(screenshot)) await stage.readCookieNotice();
  await scenes[screenshot.scene](stage);
  const png = await stage.page.screenshot();
  // A palette of 256 colours is enough for flat panels and a muted map.
  const small = await sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
  await writeFile(join(folder, `${screenshotName(screenshot)}.png`), small);
  return small.length;
}

/** Narrow enough for a page of text, and for several of them in one download. */
const GUIDE_WIDTH_PX = 1000;

async function takeGuideScreenshot(
  { browser, serverUrl, mailsToken }: Scenery,
  { screenshot: { scene, size, part }, language }: RequestedGuideScreenshot,
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
  const screenshotFolder = join(rootDir, 'docs/user-guide', language, 'pictures');
  await mkdir(screenshotFolder, { recursive: true });
  await writeFile(join(screenshotFolder, `${scene}.webp`), small);
  return small.length;
}

interface RequestedGuideScreenshot {
  readonly screenshot: GuideScreenshot;
  readonly language: Language;
}
const guideName = ({ screenshot, language }: RequestedGuideScreenshot): string =>
  `guide-${screenshot.scene}-${language}`;

/** Adds the objects of the towns last, because the other screenshots show the demo data alone. */
async function furnishTowns(
  { browser, serverUrl }: Scenery,
  sheets: readonly ContactSheet[],
  dataDir: string,
) {
  await using clerk = await Stage.open(browser, serverUrl, {
    ...{ size: 'wide', language: 'en', scheme: 'light', mailsToken: '' },
  });
  await clerk.signIn('admin@demo.example');
  for (const town of new Set(sheets.map((sheet) => sheet.town))) {
    await addTownMap(town, dataDir);
    await addTownObjects(clerk, town.lonLat);
  }
}

interface Selection {
  readonly pictures: readonly Screenshot[];
  readonly guide: readonly RequestedGuideScreenshot[];
  readonly sheets: readonly ContactSheet[];
}

async function takeAll(selection: Selection): Promise<void> {
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
    /** A screenshot that fails does not prevent the others. */
    const take = async (name: string, taking: () => Promise<number>) => {
      try {
        tell(name, await taking());
      } catch (cause) {
        process.exitCode = 1;
        console.error(`${name}:`, cause);
      }
    };
    for (const screenshot of selection.pictures)
      await take(screenshotName(screenshot), () => takeScreenshot(scenery, screenshot));
    for (const screenshot of selection.guide)
      await take(guideName(screenshot), () => takeGuideScreenshot(scenery, screenshot));
    if (selection.sheets.length > 0) await furnishTowns(scenery, selection.sheets, dataDir);
    for (const sheet of selection.sheets)
      await take(sheetName(sheet), async () => {
        const image = await makeContactSheet(browser, server.url, sheet);
        await writeFile(join(folder, `${sheetName(sheet)}.webp`), image);
        return image.length;
      });
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const parts = process.argv.slice(2);
const isRequested = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
await takeAll({
  pictures: screenshots.filter((screenshot) => isRequested(screenshotName(screenshot))),
  guide: guideLanguages
    .flatMap((language) => guideScreenshots.map((screenshot) => ({ screenshot, language })))
    .filter((screenshot) => isRequested(guideName(screenshot))),
  sheets: contactSheets.filter((sheet) => isRequested(sheetName(sheet))),
});
