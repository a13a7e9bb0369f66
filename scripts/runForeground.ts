import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { rootDir, toolPath } from './runCommand.ts';

export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function start({ command, args, env }: Program): ChildProcess {
  return spawn(command, args, {
    cwd: rootDir,
    stdio: 'inherit',
    env: { ...process.env, PATH: toolPath(), ...env },
  });
}

function waitForEnd(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}

/**
 * Runs programs in the foreground: same terminal, same process group, signals passed on. When one ends, the others
 * are asked to end. Returns the exit code of the first that ended.
 */
export async function runForeground(programs: readonly Program[]): Promise<number> {
  const children = programs.map(start);
  const stopAll = (signal: NodeJS.Signals) => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  for (const signal of signals) {
    // Ctrl-C in a terminal reaches the whole group by itself; a second one would cut the graceful shutdown short.
    process.on(signal, () => {
      if (signal !== 'SIGINT' || process.stdin.isTTY !== true) stopAll(signal);
    });
  }
  const ends = children.map(waitForEnd);
  const code = await Promise.race(ends);
  stopAll('SIGTERM');
  await Promise.all(ends);
  return code;
}
