/**
 * Measures on 150 000 objects in PostgreSQL: the nearest look-up and reading an object through the server, each against
 * its own statements through the bare driver; and in a real browser from a click to the info shown, and from a resting mouse
 * to the popup.
 */
import { migrateToLatest, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { launchBrowser, openMap } from '../openMap.ts';
import { quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { clickToInfo, restToPopup, view } from './inBrowser.ts';
import { addObjects, listLonePoints, listSomewhere, type Spot } from './objects.ts';
import { nearestSides, objectSides, type Sides } from './sides.ts';

const lookUps = 400;
const warmUps = 100;
const clicks = 60;
const rests = 12;
/** Slightly longer than ol waits for a second click. */
const DOUBLE_CLICK_MS = 300;

const summary = (ms: readonly number[]) => ({ ...spread(ms), p95: rounded(quantile(ms, 0.95)) });

/** Measures both sides at each spot; they alternate in starting. Throws when they find different objects. */
async function compare(sides: Sides, spots: readonly Spot[]) {
  const [server, bare]: [number[], number[]] = [[], []];
  for (const [round, spot] of spots.entries()) {
    const found: (number | undefined)[] = [];
    const order = round % 2 === 0 ? (['server', 'bare'] as const) : (['bare', 'server'] as const);
    for (const side of order) {
      const { ms } = await measureTime(async () => found.push(await sides[side](spot)));
      if (round >= warmUps) (side === 'server' ? server : bare).push(ms);
    }
    if (found[0] === undefined || found[0] !== found[1])
      throw new Error(`at ${spot.x} ${spot.y} the sides found ${found.join(' and ')}`);
  }
  const ratio = (share: number) => rounded(quantile(server, share) / quantile(bare, share));
  return {
    server: summary(server),
    bareDriver: summary(bare),
    ratioOfMedians: ratio(0.5),
    ratioOfP95: ratio(0.95),
  };
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const objects = await addObjects(database);
  console.log(`${objects.count} objects: ${objects.source}; ${bench.version}`);
  await using server = await startServerProcess({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'warn' },
  });
  const somewhere = await listSomewhere(database, warmUps + lookUps);
  const nearest = await compare(nearestSides(database, server.url, objects), somewhere);
  console.log(`nearest: ${JSON.stringify(nearest)}`);
  const reading = await compare(objectSides(database, server.url), somewhere);
  console.log(`object: ${JSON.stringify(reading)}`);

  const [x, y] = view.center;
  const spots = await listLonePoints(database, objects, {
    extent: [
      x - 350 * view.resolution,
      y - 250 * view.resolution,
      x + 350 * view.resolution,
      y + 250 * view.resolution,
    ],
    freeM: 12 * view.resolution,
    limit: clicks,
  });
  if (spots.length < clicks / 2) throw new Error(`${spots.length} places to click are too few`);
  const browser = await launchBrowser();
  const page = await openMap(browser, server.url, {
    ...view,
    layerIds: [objects.pointLayer, objects.polygonLayer],
    isStill: true,
  });
  const [clicked, rested]: [number[], number[]] = [[], []];
  for (const [round, spot] of spots.entries()) {
    const ms = await clickToInfo(page, spot);
    if (round >= 5) clicked.push(ms);
    // The next position may be so near that ol would see a double click.
    await page.waitForTimeout(DOUBLE_CLICK_MS);
  }
  for (const spot of spots.slice(0, rests)) rested.push(await restToPopup(page, spot));
  await browser.close();
  await database.close();
  const inBrowser = {
    clicks: clicked.length,
    clickToInfoMs: summary(clicked),
    rests: rested.length,
    restToPopupMs: summary(rested),
  };
  console.log(`in the browser: ${JSON.stringify(inBrowser)}`);
  writeResult('hover-select', {
    database: bench.version,
    objects: objects.count,
    source: objects.source,
    lookUps,
    nearest,
    object: reading,
    inBrowser,
  });
}

await runOnBenchServer(run);
