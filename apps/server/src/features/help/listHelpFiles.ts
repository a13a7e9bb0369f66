import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@pgis/contract';

/** A help file as readers see it; `path` is its source on the server and is never sent. */
export interface HelpFile {
  readonly name: string;
  readonly path: string;
}

const isMarkdown = (name: string): boolean => name.toLowerCase().endsWith('.md');

/**
 * Lists the files of a language by their names on disk, or the English ones where the language has none
 * (D-HELP-01).
 */
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
    names.map(async (name) => ({ name: await displayNameOf(folder, name), path: join(folder, name) })),
  );
}

/** A missing folder has no files. */
function orNothing(error: NodeJS.ErrnoException): readonly Dirent[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/** A Markdown file is offered as a page named after its heading; every other file as it is. */
async function displayNameOf(folder: string, name: string): Promise<string> {
  if (!isMarkdown(name)) return name;
  const text = await readFile(join(folder, name), 'utf8');
  const heading = /^# +(.+?) *$/m.exec(text)?.[1] ?? name.slice(0, -'.md'.length);
  // Characters that no file system takes in a name are replaced.
  return `${heading.replace(/[\\/:*?"<>|]/g, ' ').trim()}.html`;
}
