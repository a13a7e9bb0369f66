import { parseArgs } from 'node:util';
import { findUserByEmail } from '../access/sessions.ts';
import { eraseAddresses, eraseMailFilesOf } from '../features/privacy/index.ts';
import { type Command, UsageError } from './Command.ts';

function readEmail(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
    const email = values.email?.trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      throw new UsageError('Name the address: --email somebody@example.org');
    return email;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const eraseCommand: Command = {
  name: 'erase',
  summary: 'Erase the e-mail address of a reporter everywhere, from the log too',
  usage: `Usage: npm run pgis -- erase --email ADDRESS

Erases the address of somebody who has reported objects: at the objects, in comments, objects and names of files that quote
it, in the log (whose chain stays intact) with the network addresses of those reports, and mails in DATA_DIR/mail.
Files of reports that may hold it are taken back. The reports stay. Works
in all companies, whether the server runs or not. Backups that were made before still hold it. Addresses of reporters are
erased by the server itself after 12 months.

The account of a user is deleted with: npm run pgis -- user delete ADDRESS`,
  async run(args, { config, openDatabase, print }) {
    const email = readEmail(args);
    const database = await openDatabase();
    const { reports, texts, logRows } = await eraseAddresses(database, [email]);
    const mails = await eraseMailFilesOf(config.dataDir, [email]);
    print(
      `Erased from ${reports} reports, ${texts} texts that quoted it, ${logRows} rows of the log and ${mails} mail files.`,
    );
    if ((await findUserByEmail(database.db, email.toLowerCase())) !== undefined)
      print(`There is also a user with this address: npm run pgis -- user delete ${email}`);
    return 0;
  },
};
