import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Language, languages } from '@pgis/contract';
import { findUserByEmail } from '../access/sessions.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { AppError } from '../errors/AppError.ts';
import { guardLastAdmin } from '../features/groups/index.ts';
import { eraseMailFilesOf } from '../features/privacy/index.ts';
import {
  addUser,
  anonymiseUser,
  listUsers,
  makeSignInLink,
  type NewUserRequest,
} from '../features/users/index.ts';
import { type Command, type CommandContext, UsageError } from './Command.ts';
import { getCompany } from './getCompany.ts';

/** The log is read through. */
const DELETE_MS = 300_000;

const usage = `pgis user add EMAIL [options]      adds a user; prints the first password or an invitation link
pgis user list [--company C]       lists all users
pgis user delete EMAIL             erases the user's personal data; the work stays, attributed to "Deleted user"
pgis user link EMAIL               prints a link to set a new password, valid for an hour

  --company NAME|NUMBER     needed only if there are several
  --group NAME              a group of the user; may be repeated (default: Viewers)
  --first-name NAME, --last-name NAME
  --language en|ru|lv       language of e-mails (default: en)
  --invite                  print an invitation link instead of a password`;

const options = {
  company: { type: 'string' },
  group: { type: 'string', multiple: true },
  'first-name': { type: 'string', default: '' },
  'last-name': { type: 'string', default: '' },
  language: { type: 'string', default: 'en' },
  invite: { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toEmail(text: string | undefined): string {
  const email = text?.trim().toLowerCase() ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UsageError('The e-mail address of the user is missing or not valid.');
  return email;
}

function toLanguage(text: string): Language {
  const language = languages.find((known) => known === text);
  if (language === undefined) throw new UsageError(`--language must be one of ${languages.join(', ')}.`);
  return language;
}

async function add(
  email: string,
  values: ReturnType<typeof parse>['values'],
  { config, openDatabase, print }: CommandContext,
): Promise<void> {
  const language = toLanguage(values.language);
  const database = await openDatabase();
  const password = values.invite ? undefined : randomBytes(12).toString('base64url');
  const link = await inTransaction(database, {}, async (db) => {
    const request: NewUserRequest = {
      companyId: await getCompany(db, values.company),
      email,
      password,
      groups: values.group ?? ['Viewers'],
      firstName: values['first-name'],
      lastName: values['last-name'],
      language,
    };
    await addUser(db, request);
    return values.invite ? await makeSignInLink(db, config, { email, kind: 'invitation' }) : undefined;
  });
  print(`Added ${email}.`);
  if (link !== undefined) print(`Invitation, valid once: ${link}`);
  else print(`First password: ${password} (to be replaced at the first sign-in)`);
}

async function list(company: string | undefined, { openDatabase, print }: CommandContext): Promise<void> {
  const { db } = await openDatabase();
  const users = await listUsers(db, company === undefined ? undefined : await getCompany(db, company));
  for (const user of users) print([user.company, user.email, user.status, user.groups.join(', ')].join('\t'));
}

async function link(email: string, { config, openDatabase, print }: CommandContext): Promise<void> {
  const database = await openDatabase();
  print(await inTransaction(database, {}, (db) => makeSignInLink(db, config, { email, kind: 'reset' })));
}

async function remove(email: string, { config, openDatabase, print }: CommandContext): Promise<void> {
  await inTransaction(await openDatabase(), { statementMs: DELETE_MS, idleMs: DELETE_MS }, async (db) => {
    const user = await findUserByEmail(db, email);
    if (user === undefined) throw new Error(`There is no user ${email}.`);
    await guardLastAdmin(db, user.company_id, () =>
      anonymiseUser(db, { userId: user.id, actor: undefined, requestId: '' }),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'LAST_ADMIN')
        throw new Error(
          `${email} is the last administrator of the company. Make another user an administrator first.`,
        );
      throw error;
    });
  });
  await eraseMailFilesOf(config.dataDir, [email]);
  print(`Deleted ${email}.`);
}

export const userCommand: Command = {
  name: 'user',
  summary: 'Add, list and delete users, create password links',
  usage,
  async run(args, context) {
    const { values, positionals } = parse(args);
    const [action, email, ...others] = positionals;
    if (others.length > 0) throw new UsageError(`Unexpected argument "${others[0]}".`);
    if (action === 'add') await add(toEmail(email), values, context);
    else if (action === 'list') await list(values.company, context);
    else if (action === 'delete') await remove(toEmail(email), context);
    else if (action === 'link') await link(toEmail(email), context);
    else throw new UsageError('Expected: add, list, link or delete.');
    return 0;
  },
};
