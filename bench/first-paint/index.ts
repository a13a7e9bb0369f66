/**
 * Measures from opening the public map to the list of layers and to objects drawn, in headless Chromium without a GPU, on
 * the demo data: a cold browser each round and a second visit from its cache, the server warm after the first round. Also
 * the requests until then, and the JavaScript that the public map asks for, gzipped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startServerProcess } from '@pgis/testkit';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumFlags } from '../../scripts/testing/chromiumFlags.ts';
import { findChromium } from '../../scripts/testing/findChromium.ts';
import { spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = 7;
/** Colour of the discs of the demo layer "Road damage". */
const markerColor = [225, 98, 127];

interface Visit {
  readonly listedMs: number;
  readonly drawnMs: number;
  readonly requests: number;
  readonly tileRequests: number;
  readonly scripts: ReadonlyMap<string, number>;
}

async function open(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const bodies: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url()))
      bodies.push(response.body().then((body) => [response.url(), gzipSync(body, { level: 9 }).length]));
  });
  await page.goto(`${url}/#/en/dashboard`, { waitUntil: 'commit' });
  const [listedMs, drawnMs] = await page.evaluate(async ([red, green, blue]) => {
    const listed = new Promise<number>((resolve) => {
      const waitForList = () =>
        document.querySelector('aside')?.textContent?.includes('Road damage') === true
          ? resolve(performance.now())
          : setTimeout(waitForList, 10);
      waitForList();
    });
    const drawn = new Promise<number>((resolve) => {
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
    });
    return Promise.all([listed, drawn]);
  }, markerColor);
  const requests = paths.length;
  const tileRequests = paths.filter((path) => path.startsWith('/api/v1/base-map/')).length;
  const scripts = new Map(await Promise.all(bodies));
  await page.close();
  return { listedMs, drawnMs, requests, tileRequests, scripts };
}

const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'error' });
try {
  const firsts: Visit[] = [];
  const seconds: Visit[] = [];
  for (let round = 0; round <= rounds; round++) {
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    firsts.push(await open(context, server.url));
    seconds.push(await open(context, server.url));
    await browser.close();
  }
  const [cold, ...warm] = firsts;
  const times = (visits: readonly Visit[]) => ({
    listedMs: spread(visits.map(({ listedMs }) => listedMs)),
    drawnMs: spread(visits.map(({ drawnMs }) => drawnMs)),
  });
  const last = warm.at(-1);
  const scripts = [...(last?.scripts ?? [])];
  const javascriptKb = Math.round(scripts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000);
  const result = {
    firstOfServerMs: Math.round(cold?.drawnMs ?? 0),
    ...times(warm),
    secondVisit: times(seconds.slice(1)),
    requests: last?.requests,
    tileRequests: last?.tileRequests,
    scripts: scripts.length,
    javascriptGzipKb: javascriptKb,
  };
  console.log(
    `layers listed after ${result.listedMs.median} ms, objects drawn after ${result.drawnMs.median} ms (first visit of a new server ${result.firstOfServerMs} ms)`,
  );
  console.log(
    `second visit: layers listed after ${result.secondVisit.listedMs.median} ms, objects drawn after ${result.secondVisit.drawnMs.median} ms`,
  );
  console.log(
    `${result.requests} requests until then, ${result.tileRequests} of them tiles of the background`,
  );
  console.log(`JavaScript of the public map: ${javascriptKb} kB gzip in ${scripts.length} files`);
  writeResult('first-paint', result);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
