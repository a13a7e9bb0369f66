import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

export const rootDir = dirname(import.meta.dirname);

export type CommandOptions = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** 'show' passes the output through, 'keep' returns it. */
  readonly output: 'show' | 'keep';
};
export type CommandResult = { readonly code: number; readonly output: string };

/** Returns a PATH with the tools of node_modules first and the Node that runs this script. */
export function toolPath(): string {
  const own = [join(rootDir, 'node_modules/.bin'), dirname(process.execPath)];
  return [...own, process.env.PATH ?? ''].join(delimiter);
}

/**
 * Runs a command in the root of the repository. A command that cannot start, or is killed by a signal, has a code
 * above 0.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  { env, output }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: rootDir,
      env: { ...process.env, PATH: toolPath(), ...env },
      stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (code: number, note = '') => {
      process.off('exit', endWithUs);
      if (output === 'show') process.stderr.write(note);
      resolve({ code, output: Buffer.concat(chunks).toString() + note });
    };
    child.on('error', (error) => finish(127, `${command} cannot be started: ${error.message}\n`));
    child.on('close', (code, signal) =>
      finish(code ?? 1, signal === null ? '' : `${command} was ended by ${signal}\n`),
    );
  });
}
