import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Config, ConfigError } from './config.ts';
import { inTransaction } from './db/inTransaction.ts';
import type { Database } from './db/openDatabase.ts';
import type { Schema } from './db/schema.ts';
import { demoPassword, demoUsers } from './demo/demoUsers.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { createCompany } from './features/companies/index.ts';
import { audit } from './features/log/index.ts';
import { findPasswordProblem, isPassword } from './features/session/index.ts';
import { createUser } from './features/users/index.ts';

/** Any number but the migrations': two processes that start together seed one after the other. */
const SEED_LOCK = 7_015_202_602;
const SEED_MS = 120_000;

export interface SeededSystem {
  readonly isDemo: boolean;
  /** Only when a password was made just now: shown once. */
  readonly newAdmin: { readonly email: string; readonly password: string; readonly file: string } | undefined;
}

/** First start: the demo, or a company with its administrator. Later starts only look at what is there. */
export async function seedSystem(
  database: Database,
  config: Config,
  onProgress: (line: string) => void,
): Promise<SeededSystem> {
  if (await isSeeded(database.db))
    return { isDemo: await findDemo(database.db, config), newAdmin: undefined };
  const wantsDemo = config.demo === 'on' || (config.demo === 'auto' && database.kind === 'embedded');
  const admin = await chooseAdmin(config);
  const seeded = await inTransaction(database, { statementMs: SEED_MS, idleMs: SEED_MS }, async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(SEED_LOCK)})`.execute(db);
    if (await isSeeded(db)) return false;
    onProgress(wantsDemo ? 'Making the demo data' : 'Making the first company and its administrator');
    if (wantsDemo) await seedDemo(db);
    else await seedCompany(db, admin);
    return true;
  });
  if (!seeded) return await seedSystem(database, config, onProgress);
  const isNew = !wantsDemo && config.admin.password === undefined;
  return { isDemo: wantsDemo, newAdmin: isNew ? await keepAdmin(config, admin) : undefined };
}

const isSeeded = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('companies').select('company_id').where('company_id', '>', 0).executeTakeFirst()) !==
  undefined;

interface Admin {
  readonly email: string;
  readonly password: string;
}

async function chooseAdmin({ admin }: Config): Promise<Admin> {
  const email = admin.email ?? 'admin@localhost';
  const password = admin.password ?? randomBytes(15).toString('base64url');
  const problem = findPasswordProblem(password, email);
  if (problem !== undefined)
    throw new ConfigError([`ADMIN_PASSWORD: refused (${problem}); choose another one`]);
  return { email, password };
}

async function seedCompany(db: Kysely<Schema>, admin: Admin): Promise<void> {
  const company = await createCompany(db, { name: 'PGIS' });
  await createUser(db, {
    companyId: company.companyId,
    email: admin.email,
    password: admin.password,
    firstLogin: false,
    groupIds: [company.groupIds.administrators],
  });
  await audit(db, {
    actor: undefined,
    companyId: company.companyId,
    action: 'COMPANY_ADDED',
    entity: 'company',
    entityName: 'PGIS',
  });
}

/** After the commit: a file about an account that does not exist would be worse than a lost password. */
async function keepAdmin(config: Config, admin: Admin): Promise<SeededSystem['newAdmin']> {
  const file = join(config.dataDir, 'admin.txt');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `e-mail:   ${admin.email}\npassword: ${admin.password}\n`, { mode: 0o600 });
  return { ...admin, file };
}

/** Everybody may know the demo's passwords, so outside demo mode they are refused. */
async function findDemo(db: Kysely<Schema>, config: Config): Promise<boolean> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where(
      'email',
      'in',
      demoUsers.map(({ email }) => email),
    )
    .where('status', '=', 'enabled')
    .execute();
  if (config.demo !== 'off') return users.length > 0;
  for (const user of users)
    if (await isPassword(user.password_hash, demoPassword))
      throw new ConfigError([
        `DEMO: is false, but ${user.email} still has the demo password that everybody knows; ` +
          'change it, or start with another DATA_DIR or DATABASE_URL',
      ]);
  return false;
}
