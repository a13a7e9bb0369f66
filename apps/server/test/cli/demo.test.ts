import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCommand } from '../../src/cli/demo.ts';
import { exportCommand } from '../../src/cli/export.ts';
import { readConfig } from '../../src/config.ts';

describeOnEachDatabase('pgis demo', (getDatabase) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-demo-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (command: typeof demoCommand, ...args: string[]) => {
    const lines: string[] = [];
    await command.run(args, {
      config: readConfig({}, folder),
      openDatabase: async () => getDatabase(),
      print: (line: string) => lines.push(line),
    });
    return lines.join('\n');
  };

  test('the demo goes into an empty database once, and its layers can be exported', async () => {
    expect(await run(demoCommand)).toContain('admin@demo.example');
    await expect(run(demoCommand)).rejects.toThrow('There is the company "Demo municipality" already');
    const path = join(folder, 'stops.geojson');
    expect(await run(exportCommand, path, '--layer', 'Bus stops')).toMatch(/: \d+ objects of Bus stops$/);
    const { features } = JSON.parse(await readFile(path, 'utf8')) as { features: readonly unknown[] };
    expect(features.length).toBeGreaterThan(10);
  });
});
