import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServerProcess } from '@pgis/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const folder = 'deploy/prometheus';
const token = 'f00dbabe'.repeat(4);
const metricName = /\b(?:pgis|process|nodejs)_[a-z\d_]+/g;

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly w: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

let workDir: string;
let dashboard: Dashboard;
let expressions: string[];
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'pgis-monitoring-'));
  dashboard = JSON.parse(await readFile('deploy/grafana/pgis.json', 'utf8'));
  expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
});
afterAll(() => rm(workDir, { recursive: true, force: true }));

test('alerts and dashboard ask for metrics that a server has', async () => {
  await using server = await startServerProcess({
    DATA_DIR: workDir,
    DEMO: 'false',
    METRICS_TOKEN: token,
  });
  const headers = { authorization: `Bearer ${token}` };
  // The first answer is counted by the second one.
  await (await fetch(`${server.url}/metrics`, { headers })).text();
  const answer = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const served = new Set([...answer.matchAll(/^[a-z\d_]+/gm)].map(([name]) => name));
  const alerts = await readFile(`${folder}/alerts.yml`, 'utf8');
  const wanted = `${alerts} ${expressions.join(' ')}`.match(metricName) ?? [];
  expect(wanted.length).toBeGreaterThan(20);
  expect([...new Set(wanted)].filter((name) => !served.has(name))).toEqual([]);
});

test('panels of the dashboard have numbers of their own and fit its 24 columns', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { title, gridPos } of dashboard.panels)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
});

describe.skipIf(!hasPromtool)('promtool', () => {
  const promtool = (...args: string[]) => run('promtool', args);

  test('accepts the configuration and the alerts', async () => {
    await promtool('check', 'config', '--syntax-only', `${folder}/prometheus.yml`);
    expect((await promtool('check', 'rules', `${folder}/alerts.yml`)).stdout).toMatch(/SUCCESS: \d+ rules/);
  });

  test('finds that each alert fires in trouble, and none on a healthy server', async () => {
    expect((await promtool('test', 'rules', `${folder}/alerts.test.yml`)).stdout).toContain('SUCCESS');
    const alerts = await readFile(`${folder}/alerts.yml`, 'utf8');
    const tested = await readFile(`${folder}/alerts.test.yml`, 'utf8');
    for (const [, name] of alerts.matchAll(/- alert: (\w+)/g)) expect(tested).toContain(`"${name}"`);
  });

  test('accepts the expressions of the dashboard', async () => {
    const rules = expressions.map((expr, index) => ({
      record: `panel:number_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'pgis'),
    }));
    const file = join(workDir, 'dashboard.yml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect((await promtool('check', 'rules', file)).stdout).toContain(`SUCCESS: ${rules.length} rules`);
    await writeFile(
      file,
      JSON.stringify({ groups: [{ name: 'wrong', rules: [{ record: 'a', expr: 'sum(' }] }] }),
    );
    await expect(promtool('check', 'rules', file)).rejects.toThrow();
  });
});
