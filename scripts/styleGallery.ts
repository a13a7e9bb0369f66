/**
 * `npm run style-gallery`: draws the style gallery again. The server's image becomes the approved one that tests
 * compare with, Chromium's the one of the documentation. Look at both before you commit them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareGalleries, drawServerGallery, toDifferenceText } from '@pgis/testkit';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { approvedImage, GalleryPage } from './gallery/GalleryPage.ts';
import { rootDir } from './runCommand.ts';
import { chromiumFlags } from './testing/chromiumFlags.ts';
import { provideChromium } from './testing/provideChromium.ts';

const documented = join(rootDir, 'docs/screenshots/style-gallery.png');

const executablePath = await provideChromium();
if (executablePath === undefined) process.exitCode = 1;
else {
  const approved = await sharp(await drawServerGallery())
    // `effort` is left out, because it would reduce the colours to a palette.
    .png({ compressionLevel: 9, adaptiveFiltering: true })
    .toBuffer();
  await writeFile(approvedImage, approved);
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  try {
    const size = { width: 1_160, height: 800 };
    await using plain = await GalleryPage.open(await browser.newPage({ viewport: size }));
    console.log(toDifferenceText(await compareGalleries(await plain.readMap(), approved)));
    const fine = await browser.newPage({ viewport: size, deviceScaleFactor: 2 });
    await using _ = await GalleryPage.open(fine);
    const png = await fine.screenshot({ fullPage: true });
    await writeFile(documented, await sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer());
  } finally {
    await browser.close();
  }
}
