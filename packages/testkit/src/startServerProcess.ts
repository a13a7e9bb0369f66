import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const START_MS = 90_000;
/** Folder in which `npm test` lets Node store compiled modules. */
const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

export interface ServerProcess extends AsyncDisposable {
  /** Address of the server, such as `http://localhost:40001`. */
  readonly url: string;
  readonly pid: number;
  /** Output so far, both streams. */
  output(): string;
  /** Sends a signal and returns the exit code of the ended process; null when the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A server that ended before it was ready. */
export class StartFailed extends Error {
  readonly exitCode: number | null;
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`the server ended with ${exitCode}:\n${output}`);
    this.name = 'StartFailed';
    this.exitCode = exitCode;
    this.output = output;
  }
}

/** The real server in a process of its own, on a free port. Give it DATA_DIR or DATABASE_URL. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...compileCache, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const chunks: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      chunks.push(`${line}\n`);
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
    });
  });
  const output = () => chunks.join('');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await exited)[0];
  };
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const url = await Promise.race([ready, exited.then(([code]) => code)]);
  clearTimeout(timer);
  if (typeof url !== 'string') throw new StartFailed(url, output());
  return {
    url,
    pid: child.pid ?? 0,
    output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
