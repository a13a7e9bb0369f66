import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `DATA_DIR/engine.json`: tells other programs on this machine where the running engine is. */
export interface EngineFile {
  /** Directory that holds the socket; `pg` takes it as host. */
  readonly socketDir: string;
  /** Process that started the engine and restarts it. */
  readonly ownerPid: number;
}

const pathIn = (dataDir: string) => join(dataDir, 'engine.json');

export function writeEngineFile(dataDir: string, file: EngineFile): void {
  const partial = `${pathIn(dataDir)}.${process.pid}.tmp`;
  writeFileSync(partial, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  renameSync(partial, pathIn(dataDir));
}

export function findEngineFile(dataDir: string): EngineFile | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    return isEngineFile(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

export function removeEngineFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

function isEngineFile(value: unknown): value is EngineFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'socketDir' in value &&
    typeof value.socketDir === 'string' &&
    'ownerPid' in value &&
    typeof value.ownerPid === 'number'
  );
}
