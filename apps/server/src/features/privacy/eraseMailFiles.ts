import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Addresses } from './Addresses.ts';

/** Decides whether a mail in the folder is to be deleted. */
type MailFilter = (mail: { readonly text: string; readonly writtenAt: Date }) => boolean;

/** Deletes mails that are files in a folder, each with an address in it. Returns how many were deleted. */
export async function eraseMailFiles(dataDir: string, matches: MailFilter): Promise<number> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  let count = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    const mail = await readMail(path);
    if (mail === undefined || !matches(mail)) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}

/** Returns undefined when another process has erased the file meanwhile. */
async function readMail(path: string): Promise<Parameters<MailFilter>[0] | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { text, writtenAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes the mails that hold one of the addresses. */
export function eraseMailFilesOf(dataDir: string, emails: readonly string[]): Promise<number> {
  const addresses = new Addresses(emails);
  return eraseMailFiles(dataDir, ({ text }) => addresses.takeFrom(text) !== undefined);
}
