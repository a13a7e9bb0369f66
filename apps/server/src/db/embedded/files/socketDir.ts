import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** `pg` builds the name of a Unix socket from its directory and a port. */
export const SOCKET_PORT = 5432;
export const toSocketPath = (socketDir: string) => join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);

const PREFIX = 'pgis-';
/** Length that kernels accept as the name of a Unix socket: 107 bytes on Linux, 103 elsewhere. */
const MAX_PATH_BYTES = 103;

/**
 * Creates a directory that only this user may enter: whoever reaches the socket is the database's superuser.
 */
export function makeSocketDir(): string {
  const socketDir = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(socketDir, 0o700);
  if (Buffer.byteLength(toSocketPath(socketDir)) > MAX_PATH_BYTES) {
    rmSync(socketDir, { recursive: true });
    throw new Error(`The temporary directory's name is too long for a socket: ${tmpdir()}. Set TMPDIR.`);
  }
  return socketDir;
}

/** Removes the directory of an engine that was killed, and never anything else. */
export function removeSocketDir(socketDir: string): void {
  const isOurs = basename(socketDir).startsWith(PREFIX) && dirname(socketDir) === tmpdir();
  if (isOurs) rmSync(socketDir, { recursive: true, force: true });
}
