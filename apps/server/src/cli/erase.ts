import { parseArgs } from 'node:util';
import { findUserByEmail } from '../access/sessions.ts';
import { eraseAddresses, eraseMailFilesOf } from '../features/privacy/index.ts';
import { type Command, UsageError } from './Command.ts';

function readEmail(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
    const email = values.email?.trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      throw new UsageError('Specify the address: --email somebody@example.org');
    return email;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const eraseCommand: Command = {
  name: 'erase',
  summary: 'Erase the e-mail address of a reporter everywhere, from the log too',
  usage: `Usage: npm run pgis -- erase --email ADDRESS

Erases the e-mail address of a reporter: from the objects, from comments, objects and file names that quote it, from
the log (whose chain stays intact) together with the network addresses of those reports, and the mails in
DATA_DIR/mail. Report files that may contain it are deleted. The reports themselves stay. Works in all companies,
whether the server runs or not. Earlier backups still contain the address. The server itself erases addresses of
reporters after 12 months.

To delete the account of a user: npm run pgis -- user delete ADDRESS`,
  async run(args, { config, openDatabase, print }) {
    const email = readEmail(args);
    const database = await openDatabase();
    const { reports, texts, logRows } = await eraseAddresses(database, [email]);
    const mails = await eraseMailFilesOf(config.dataDir, [email]);
    print(
      `Erased from ${reports} reports, ${texts} texts that quoted it, ${logRows} rows of the log and ${mails} mail files.`,
    );
    if ((await findUserByEmail(database.db, email.toLowerCase())) !== undefined)
      print(`There is also a user with this address; to delete it: npm run pgis -- user delete ${email}`);
    return 0;
  },
};
