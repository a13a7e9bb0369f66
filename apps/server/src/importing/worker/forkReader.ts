import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Folder of the program with its packages, which the process may read. */
const programFolder = fileURLToPath(new URL('../../../../../', import.meta.url));

interface ReaderPermissions {
  readonly paths: readonly string[];
  readonly memoryMb: number;
}

/**
 * Starts a process that may read the program and some files, and has no writing, processes or native modules. Its module
 * imports `blockNetwork.ts` first.
 */
export const forkReader = (modulePath: string, { paths, memoryMb }: ReaderPermissions): ChildProcess =>
  fork(modulePath, [], {
    execArgv: [
      '--permission',
      `--allow-fs-read=${programFolder}`,
      ...paths.map((path) => `--allow-fs-read=${path}`),
      `--max-old-space-size=${memoryMb}`,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {},
  });
