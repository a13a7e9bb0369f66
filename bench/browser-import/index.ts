/**
 * 78 099 parcels from the file dialog of a real browser to the map, against `pgis import` by a process of its own, in turn, on
 * the same PostgreSQL server; how long the main thread of the server was blocked meanwhile, and the memory of its process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Database, migrateToLatest, openDatabase } from '@pgis/server';
import { actorPassword, addActors, addGroup, startServerProcess } from '@pgis/testkit';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { memoryMb } from '../memory.ts';
import { launchBrowser } from '../openMap.ts';
import { parcelCount, parcelsFile } from '../parcels.ts';
import { median, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const GROUP = 'Land register';
const pgis = fileURLToPath(new URL('../../apps/server/src/cli/pgis.ts', import.meta.url));
const watchLoop = fileURLToPath(new URL('watchLoop.ts', import.meta.url));

interface LoopDelay {
  readonly maxMs: number;
  readonly p999Ms: number;
  readonly p99Ms: number;
}

/** Returns the delays of the main thread since they were last asked for. */
async function readLoopDelay(pid: number, file: string): Promise<LoopDelay> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(5);
  await sleep(20);
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}

async function importByCommand(layer: string, env: Readonly<Record<string, string>>): Promise<void> {
  const args = [pgis, 'import', parcelsFile, '--layer', layer, '--name-field', 'nosaukums'];
  const child = spawn(process.execPath, [...args, '--key-field', 'kadastrs', '--public'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pgis import ended with exit code ${code}`);
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/#/en/auth/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(actorPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('application').waitFor();
}

/** Imports the file as a person who changes nothing that is proposed but the name of the layer. */
async function importByBrowser(page: Page, url: string, layer: string): Promise<void> {
  await page.goto(`${url}/#/en/classifiers/layer-groups`);
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  const next = (step: string) => dialog.getByRole('button', { name: `Next: ${step}` }).click();
  const selecting = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await selecting).setFiles(parcelsFile);
  for (const step of ['fields', 'location', 'destination']) await next(step);
  await dialog.getByRole('combobox', { name: /Layer group/ }).click();
  await page.getByRole('option', { name: GROUP, exact: true }).click();
  await dialog.getByRole('textbox', { name: /Layer name/ }).fill(layer);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText(`Imported into ${layer}`, { timeout: 300_000 });
  const drawn = page.waitForResponse((answer) => /geoms\/|wmsLayers|tiles/.test(answer.url()) && answer.ok());
  await dialog.getByRole('button', { name: 'See on map' }).click();
  await drawn;
  await page.locator('[role="application"][aria-busy="false"]').waitFor();
}

async function countObjects({ db }: Database, layer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM geoms AS g
    JOIN classifiers AS c ON c.company_id = g.company_id AND c.id = g.class_id WHERE c.name = ${layer}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { companyId, units, users } = await addActors(database);
  await addGroup(database, { companyId, unitId: units.roads, name: GROUP });
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    ...{ MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288' },
  };
  const delayFile = join(dataDir, 'loop-delay.json');
  const options = `--max-semi-space-size=8 --import=${pathToFileURL(watchLoop)}`;
  await using server = await startServerProcess({
    ...env,
    NODE_OPTIONS: options,
    LOOP_DELAY_FILE: delayFile,
  });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, server.url, users.moduleAdmin.email);
  const seconds: Record<'browser' | 'command', number[]> = { browser: [], command: [] };
  const delays: LoopDelay[] = [];
  const memory: number[] = [];
  // The first round fills the caches of the file system, of PostgreSQL and of the browser.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const layers = { browser: `Parcels of the browser ${round}`, command: `Parcels of the command ${round}` };
    await readLoopDelay(server.pid, delayFile);
    const startMb = memoryMb(server.pid);
    let peakMb = startMb;
    const timer = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(server.pid))), 50);
    const byBrowser = await measureTime(() => importByBrowser(page, server.url, layers.browser)).finally(() =>
      clearInterval(timer),
    );
    const delay = await readLoopDelay(server.pid, delayFile);
    const byCommand = await measureTime(() => importByCommand(layers.command, env));
    for (const layer of Object.values(layers)) {
      const count = await countObjects(database, layer);
      if (count !== parcelCount) throw new Error(`${layer}: ${count} of ${parcelCount} parcels`);
    }
    if (round === 0) continue;
    seconds.browser.push(byBrowser.ms / 1000);
    seconds.command.push(byCommand.ms / 1000);
    delays.push(delay);
    memory.push(peakMb - startMb);
  }
  await browser.close();
  await database.close();
  const result = {
    ...{ database: bench.version, features: parcelCount, rounds: ROUNDS },
    cached: 'file and tables by the system, the scripts by the browser; each command is a new process',
    browserS: spread(seconds.browser),
    commandS: spread(seconds.command),
    ratioOfMedians: rounded(median(seconds.browser) / median(seconds.command)),
    blocked: {
      maxMs: rounded(Math.max(...delays.map(({ maxMs }) => maxMs))),
      p999Ms: rounded(Math.max(...delays.map(({ p999Ms }) => p999Ms))),
      p99Ms: rounded(Math.max(...delays.map(({ p99Ms }) => p99Ms))),
    },
    aboveStartMb: Math.max(...memory),
  };
  console.log(result);
  writeResult('browser-import', result);
}

await runOnBenchServer(run, existsSync(parcelsFile) ? undefined : `${parcelsFile} is not there.`);
