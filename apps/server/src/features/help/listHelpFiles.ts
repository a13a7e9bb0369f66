import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@pgis/contract';
import type { HelpFile } from './HelpFile.ts';

const isMarkdown = (name: string): boolean => name.toLowerCase().endsWith('.md');

/** The files of a language, in the order of their names on the disk; those of English where it has none (D-HELP-01). */
export async function listHelpFiles(helpDir: string, language: Language): Promise<readonly HelpFile[]> {
  const own = await listFolder(join(helpDir, language));
  return own.length > 0 || language === 'en' ? own : listFolder(join(helpDir, 'en'));
}

async function listFolder(folder: string): Promise<readonly HelpFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(orNothing);
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  return Promise.all(
    names.map(async (name) => ({ name: await shownName(folder, name), path: join(folder, name) })),
  );
}

/** A folder that is not there has no files. */
function orNothing(error: NodeJS.ErrnoException): readonly Dirent[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/** A Markdown file is handed out as a page named after its heading; every other file as it is. */
async function shownName(folder: string, name: string): Promise<string> {
  if (!isMarkdown(name)) return name;
  const text = await readFile(join(folder, name), 'utf8');
  const heading = /^# +(.+?) *$/m.exec(text)?.[1] ?? name.slice(0, -'.md'.length);
  // What no file system takes in a name.
  return `${heading.replace(/[\\/:*?"<>|]/g, ' ').trim()}.html`;
}
