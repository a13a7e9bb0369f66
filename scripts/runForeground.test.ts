import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const patient = `process.on('SIGTERM', () => { console.log('asked to end'); process.exit(7); });
  setInterval(() => {}, 1000); console.log('ready');`;

/** Runs programs, given as source texts, under runForeground in a process of their own. */
function runPrograms(...programs: readonly string[]): ChildProcess {
  const file = join(import.meta.dirname, 'runForeground.ts');
  const list = programs.map((program) => ({ command: process.execPath, args: ['-e', program] }));
  const main = `import { runForeground } from ${JSON.stringify(file)};
    process.exitCode = await runForeground(${JSON.stringify(list)});`;
  return spawn(process.execPath, ['--input-type=module', '-e', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function watch(child: ChildProcess, atReady: () => void): Promise<{ code: number; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const wasReady = output.includes('ready');
    output += chunk;
    if (!wasReady && output.includes('ready')) atReady();
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

test('a signal is passed on, and the exit code of the program is taken over', async () => {
  const child = runPrograms(patient);
  const { code, output } = await watch(child, () => child.kill('SIGTERM'));
  expect(output).toContain('asked to end');
  expect(code).toBe(7);
});

test('when one program ends, the others are asked to end too', async () => {
  const child = runPrograms(patient, 'process.exit(3)');
  const { code } = await watch(child, () => {});
  // `patient` never ends by itself, so reaching this line proves that it was asked to end.
  expect(code).toBe(3);
});

test('a command that does not exist ends everything', async () => {
  const file = join(import.meta.dirname, 'runForeground.ts');
  const main = `import { runForeground } from ${JSON.stringify(file)};
    process.exitCode = await runForeground([{ command: 'no-such-command', args: [] }]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', main], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  expect(code).toBe(127);
});
