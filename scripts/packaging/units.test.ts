import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const units = ['pgis.service', 'pgis-backup.service', 'pgis-backup.timer'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

let root: string;
const unitPath = (name: string) => join(root, 'etc/systemd/system', name);

/** A machine as the units expect it, as far as systemd looks before it starts them. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pgis-units-'));
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await mkdir(join(root, 'bin'));
  for (const program of ['usr/bin/node', 'bin/sh'])
    await writeFile(join(root, program), '#!/bin/sh\n', { mode: 0o755 });
  await mkdir(join(root, 'etc/systemd/system'), { recursive: true });
  for (const name of units) await cp(`deploy/systemd/${name}`, unitPath(name));
  for (const target of ['sysinit', 'basic', 'shutdown', 'multi-user', 'timers', 'network-online'])
    await writeFile(unitPath(`${target}.target`), '[Unit]\nDescription=as on any machine\n');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const verify = (name: string) => run('systemd-analyze', ['verify', `--root=${root}`, '--man=no', name]);

test.skipIf(!hasSystemd).each(units)('systemd accepts %s', async (name) => {
  const { stderr } = await verify(name);
  expect(stderr).toBe('');
});

test.skipIf(!hasSystemd)('a setting that systemd does not know is noticed', async () => {
  await writeFile(unitPath('wrong.service'), '[Service]\nExecStart=/usr/bin/node\nProtectSytem=strict\n');
  expect((await verify('wrong.service')).stderr).toMatch(/Unknown key.*'ProtectSytem'/);
});

test.skipIf(!hasSystemd).each(units.slice(0, 2))(
  '%s leaves the server little that an intruder could use',
  async (name) => {
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      '--no-pager',
      `--root=${root}`,
      name,
    ]);
    // systemd rates exposure from 0 to 10; a service without any of these settings has 9.6.
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  },
);
