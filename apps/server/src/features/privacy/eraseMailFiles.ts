import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Addresses } from './Addresses.ts';

/** Whether a mail that was written to the folder is to go. */
type IsWanted = (mail: { readonly text: string; readonly writtenAt: Date }) => boolean;

/** Mails that nobody sends are files with an address in them; gives how many went. */
export async function eraseMailFiles(dataDir: string, isWanted: IsWanted): Promise<number> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    const mail = await readMail(path);
    if (mail === undefined || !isWanted(mail)) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}

/** Undefined when somebody else has erased it in the meantime. */
async function readMail(path: string): Promise<Parameters<IsWanted>[0] | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { text, writtenAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Mails in which one of the addresses stands. */
export function eraseMailFilesOf(dataDir: string, emails: readonly string[]): Promise<number> {
  const addresses = new Addresses(emails);
  return eraseMailFiles(dataDir, ({ text }) => addresses.takeFrom(text) !== undefined);
}
