import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
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
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(file.slice(0, end))?.[1]?.trim() ?? '';
  return { to: header('To'), subject: header('Subject'), text: file.slice(end + 4) };
}
