import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';

/** How LibreOffice is told to read a CSV file: its separator, and the language whose numbers and dates it looks for. */
interface Reading {
  readonly separator: ',' | ';';
  /** Microsoft's number of a language; undefined: as the program is set up. */
  readonly language?: number;
}

/** What LibreOffice shows of a file: a line a row. */
export function readInLibreOffice(
  format: 'csv' | 'xlsx',
  content: Buffer,
  { separator, language }: Reading = { separator: ',' },
): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'pgis-office-'));
  const file = join(folder, `in.${format}`);
  writeFileSync(file, content);
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';
  // What stands in quotes is text, as its import dialog offers.
  const reading = `CSV:${separator.charCodeAt(0)},34,76,1,,${language ?? 0},true`;
  const how = format === 'csv' ? [`--infilter=${reading}`] : [];
  // A profile of its own: two at once share none.
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const out = ['--convert-to', filter, '--outdir', join(folder, 'out'), file];
  execFileSync('soffice', [profile, '--headless', ...how, ...out], { stdio: 'pipe' });
  const written = readFileSync(join(folder, 'out', 'in.csv'), 'utf8');
  rmSync(folder, { recursive: true });
  return parse(written, { relax_column_count: true }) as string[][];
}
