import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { HelpFile } from './listHelpFiles.ts';
import { toHelpPage } from './toHelpPage.ts';

export interface HelpContent {
  readonly type: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads a file for download: Markdown becomes one page that contains its images. */
export async function readHelpFile({ path, name }: HelpFile): Promise<HelpContent> {
  const bytes = await readFile(path);
  if (extname(path).toLowerCase() !== '.md') {
    return { type: types[extname(name).toLowerCase()] ?? 'application/octet-stream', bytes };
  }
  const readImage = (file: string) => readFile(join(dirname(path), file));
  const page = await toHelpPage(bytes.toString('utf8'), readImage);
  return { type: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
}
