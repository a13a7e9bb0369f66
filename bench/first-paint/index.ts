/**
 * Measures from opening the public map to objects drawn, in headless Chromium without a GPU, on the demo data: a cold browser
 * each round, the server warm after the first. Also the JavaScript that the public map asks for, gzipped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startServerProcess } from '@pgis/testkit';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags } from '../../scripts/testing/chromiumFlags.ts';
import { findChromium } from '../../scripts/testing/findChromium.ts';
import { median, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = 7;
/** Colour of the discs of the demo layer "Road damage". */
const markerColor = [225, 98, 127];

interface Round {
  readonly drawnMs: number;
  readonly scripts: ReadonlyMap<string, number>;
}

async function open(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const bodies: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url()))
      bodies.push(response.body().then((body) => [response.url(), gzipSync(body, { level: 9 }).length]));
  });
  await page.goto(`${url}/#/en/dashboard`, { waitUntil: 'commit' });
  const drawnMs = await page.evaluate(
    ([red, green, blue]) =>
      new Promise<number>((resolve) => {
        const isDrawn = (canvas: HTMLCanvasElement): boolean => {
          if (canvas.width < 300) return false;
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
            data: [],
          };
          for (let i = 0; i < data.length; i += 4)
            if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) return true;
          return false;
        };
        const waitForColor = () =>
          [...document.querySelectorAll('canvas')].some(isDrawn)
            ? resolve(performance.now())
            : setTimeout(() => requestAnimationFrame(waitForColor), 50);
        waitForColor();
      }),
    markerColor,
  );
  const scripts = new Map(await Promise.all(bodies));
  await context.close();
  return { drawnMs, scripts };
}

const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'error' });
try {
  const results: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });
    results.push(await open(browser, server.url));
    await browser.close();
  }
  const [first, ...warm] = results;
  const drawn = warm.map(({ drawnMs }) => drawnMs);
  const scripts = [...(warm.at(-1)?.scripts ?? [])];
  const javascriptKb = Math.round(scripts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000);
  const result = {
    firstOfServerMs: Math.round(first?.drawnMs ?? 0),
    drawnMs: spread(drawn),
    javascriptGzipKb: javascriptKb,
  };
  console.log(
    `objects drawn after ${Math.round(median(drawn))} ms (first visit of a new server ${result.firstOfServerMs} ms)`,
  );
  console.log(
    `JavaScript of the public map: ${javascriptKb} kB gzip in ${scripts.length} files (at most 400)`,
  );
  writeResult('first-paint', result);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
