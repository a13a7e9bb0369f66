import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
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
      config: readConfig({ DEMO_LANGUAGE: 'lv' }, folder),
      openDatabase: async () => getDatabase(),
      print: (line: string) => lines.push(line),
    });
    return lines.join('\n');
  };

  test('the demo goes into an empty database once, in the language of DEMO_LANGUAGE, and its layers can be exported', async () => {
    expect(await run(demoCommand)).toContain('admin@demo.example');
    await expect(run(demoCommand)).rejects.toThrow('There is already a company, "Demonstrācijas pašvaldība"');
    const path = join(folder, 'stops.geojson');
    expect(await run(exportCommand, path, '--layer', 'Autobusu pieturas')).toMatch(
      /: \d+ objects of Autobusu pieturas$/,
    );
    const { features } = JSON.parse(await readFile(path, 'utf8')) as {
      features: readonly { properties: object }[];
    };
    expect(features.length).toBeGreaterThan(10);
    expect(features[0]?.properties).toMatchObject({
      description: 'Autobusa pietura',
      nojume: expect.stringMatching(/^(jā|nē)$/),
    });
    await expectCases();
  });

  /** Expects open cases of a person, of a unit and of nobody, some of them overdue. */
  const expectCases = async () => {
    const { db } = getDatabase();
    const { rows } = await sql<Record<string, number>>`
      SELECT count(*) FILTER (WHERE c.assignee_id = u.id)::integer AS own,
             count(*) FILTER (WHERE c.assignee_id IS NULL AND c.unit_id IS NOT NULL)::integer AS "ofUnit",
             count(*) FILTER (WHERE c.unit_id IS NULL)::integer AS "ofNobody",
             count(*) FILTER (WHERE c.due_on < current_date)::integer AS overdue,
             count(*) FILTER (WHERE c.due_on > current_date)::integer AS later
      FROM cases AS c JOIN users AS u ON u.company_id = c.company_id AND u.email = 'editor@demo.example'
      WHERE c.closed_at IS NULL`.execute(db);
    for (const [kind, count] of Object.entries(rows[0] ?? {})) expect(count, kind).toBeGreaterThan(2);
  };
});
