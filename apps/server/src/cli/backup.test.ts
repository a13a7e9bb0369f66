import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/openDatabase.ts';

const LONG_MS = 120_000;
const pgis = fileURLToPath(new URL('./pgis.ts', import.meta.url));
let workDir: string;
beforeAll(() => {
  workDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
});
afterAll(() => rmSync(workDir, { recursive: true, force: true }));

/** Returns the exit code and the output. */
async function run(dataDir: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...env } = process.env;
  const running = promisify(execFile)(process.execPath, [pgis, ...args], {
    env: { ...env, DATA_DIR: dataDir },
  });
  return await running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

/** Returns name, row count and checksum of every table. The archive begins with its manifest. */
function readChecksums(file: string): unknown {
  const archive = gunzipSync(readFileSync(file)).toString('latin1');
  return archive.slice(0, archive.indexOf('"sequences"')).match(/"(name|rows|checksum)": .*/g);
}

test(
  'a backup made while the server runs is restored into a new directory, whose backup is the same',
  async () => {
    const [first, second] = [join(workDir, 'first'), join(workDir, 'second')];
    const [made, again] = [join(workDir, 'made.tar.gz'), join(workDir, 'again.tar.gz')];
    const server = await openDatabase({ dataDir: first });
    await server.pool.query("INSERT INTO companies (company_id, name) VALUES (1, 'Meži')");
    const blob = join('files', 'ab', 'ab'.repeat(16));
    mkdirSync(join(first, 'files', 'ab'), { recursive: true });
    writeFileSync(join(first, blob), 'content');

    expect(await run(first, 'backup', made)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/and 1 files/),
    });
    // The server went on and its rows were not touched.
    expect((await server.pool.query('SELECT name FROM companies WHERE company_id = 1')).rowCount).toBe(1);

    const inUse = await run(first, 'restore', made);
    expect(inUse).toMatchObject({ code: 78, output: expect.stringMatching(/is in use/) });
    await server.close();

    expect(await run(second, 'restore', made)).toMatchObject({ code: 0 });
    expect(readFileSync(join(second, blob), 'utf8')).toBe('content');
    expect(await run(second, 'backup', again)).toMatchObject({ code: 0 });
    expect(readChecksums(again)).toEqual(readChecksums(made));
    expect(await run(second, 'restore', made)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/not empty/),
    });
  },
  LONG_MS,
);

test('where there is no database nothing is backed up, and none is made', async () => {
  const missingDir = join(workDir, 'nowhere');
  const { code, output } = await run(missingDir, 'backup', join(workDir, 'none.tar.gz'));
  expect({ code, output: output }).toEqual({
    code: 1,
    output: `There is no database in ${missingDir}; nothing to back up\n`,
  });
  expect(existsSync(missingDir)).toBe(false);
});
