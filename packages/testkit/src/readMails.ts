import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The mails that the server wrote to its folder, oldest first. */
export function readMails(folder: string): SentMail[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return []; // The first mail makes the folder.
  }
  return names.map((name) => toMail(readFileSync(join(folder, name), 'utf8')));
}

function toMail(file: string): SentMail {
  const end = file.indexOf('\r\n\r\n');
  const lines = file.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { to: headers.To ?? '', subject: headers.Subject ?? '', text: file.slice(end + 4), headers };
}
