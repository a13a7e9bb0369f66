import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GeometryRepair, sweepRepairFolders } from '../../src/importing/GeometryRepair.ts';
import { FileLock } from '../../src/runtime/FileLock.ts';

type Ring = readonly (readonly [x: number, y: number])[];

const polygon = (ring: Ring) => ({
  shape: `POLYGON((${ring.map((corner) => corner.join(' ')).join()}))`,
  kind: 3 as const,
});

/** Nearly every edge crosses nearly every other one. */
function star(corners: number) {
  const ring = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index * Math.floor(corners / 2)) / corners;
    return [24 + Math.cos(angle), 57 + Math.sin(angle)] as const;
  });
  return polygon([...ring, ring[0] as Ring[number]]);
}

const bowTie = polygon([
  [24, 57],
  [25, 58],
  [25, 57],
  [24, 58],
  [24, 57],
]);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['time', 999, { statementMs: 1_000, memoryMb: 8_000 }, /more than 1 s/],
  ['memory', 2_999, { statementMs: 60_000, memoryMb: 1_400 }, /more than 1400 MB of memory/],
])(
  'a geometry that takes too much %s is given up; the next one is repaired, and no file is left',
  async (_limit, corners, repairLimits, reason) => {
    {
      await using repair = new GeometryRepair(repairLimits);
      expect(await repair.repair(star(corners))).toEqual({ problem: expect.stringMatching(reason) });
      expect(await repair.repair(bowTie)).toEqual({ shape: expect.stringMatching(/^0106/) });
    }
    expect(await readdir(folder)).toEqual([]);
  },
);

test('after several geometries that exceeded the limits none is repaired any more', async () => {
  await using repair = new GeometryRepair({ statementMs: 1_000, exceeded: 1 });
  expect(await repair.repair(star(999))).toEqual({ problem: expect.stringContaining('more than 1 s') });
  expect(await repair.repair(bowTie)).toEqual({
    problem: 'not repaired, because 1 geometries before it took too much time or memory',
  });
});

test('folders of engines whose process was killed are deleted; one that is used, new or of somebody else stays', async () => {
  const make = async (name: string, ageS: number) => {
    const path = join(folder, name);
    await mkdir(path);
    const lock = FileLock.take(join(path, 'owner.lock'));
    const time = Date.now() / 1_000 - ageS;
    await utimes(path, time, time);
    return lock;
  };
  (await make('pgis-repair-killed', 600))?.release();
  (await make('pgis-repair-new', 0))?.release();
  (await make('pgis-other', 600))?.release();
  using _used = await make('pgis-repair-used', 600);
  // Releasing a lock touches no folder, but SQLite may have: the age is set last.
  const time = Date.now() / 1_000 - 600;
  for (const name of ['pgis-repair-killed', 'pgis-repair-used', 'pgis-other'])
    await utimes(join(folder, name), time, time);
  await sweepRepairFolders();
  expect((await readdir(folder)).toSorted()).toEqual(['pgis-other', 'pgis-repair-new', 'pgis-repair-used']);
});
