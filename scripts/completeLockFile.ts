/** Adds to package-lock.json the optional packages that the registry used by npm did not know. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeLockFile, type LockFile } from './lockFile/LockFile.ts';
import { rootDir } from './runCommand.ts';

const path = join(rootDir, 'package-lock.json');
const lockFile = JSON.parse(await readFile(path, 'utf8')) as LockFile;
await writeFile(path, `${JSON.stringify(completeLockFile(lockFile), null, 2)}\n`);
