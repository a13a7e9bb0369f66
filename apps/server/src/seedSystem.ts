import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { findPasswordProblem } from './access/passwords/findPasswordProblem.ts';
import { isPassword } from './access/passwords/hashPassword.ts';
import { audit } from './audit/audit.ts';
import { type Config, ConfigError } from './config.ts';
import { inTransaction } from './db/inTransaction.ts';
import type { Database } from './db/openDatabase.ts';
import type { Schema } from './db/schema.ts';
import { demoPassword, demoUsers } from './demo/demoUsers.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { createCompany } from './features/companies/index.ts';
import { createUser } from './features/users/index.ts';

/** Key of the advisory lock, different from that of the migrations: processes that start together seed in turn. */
const SEED_LOCK = 7_015_202_602;
const SEED_MS = 120_000;

export interface SeededSystem {
  readonly isDemo: boolean;
  /** Administrator with a new random password, which is shown once; undefined otherwise. */
  readonly newAdmin: { readonly email: string; readonly password: string; readonly file: string } | undefined;
}

/** Seeds an empty database with the demo, or with a company and its administrator; other databases stay unchanged. */
export async function seedSystem(
  database: Database,
  config: Config,
  onProgress: (line: string) => void,
): Promise<SeededSystem> {
  if (await isSeeded(database.db))
    return { isDemo: await hasDemoUsers(database.db, config), newAdmin: undefined };
  const withDemo = config.demo === 'on' || (config.demo === 'auto' && database.kind === 'embedded');
  const admin = await chooseAdmin(config);
  const seeded = await inTransaction(database, { statementMs: SEED_MS, idleMs: SEED_MS }, async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(SEED_LOCK)})`.execute(db);
    if (await isSeeded(db)) return false;
    onProgress(withDemo ? 'Adding the demo data' : 'Adding the first company and its administrator');
    if (withDemo) await seedDemo(db, config.demoLanguage);
    else await seedCompany(db, admin);
    return true;
  });
  if (!seeded) return await seedSystem(database, config, onProgress);
  const isNew = !withDemo && config.admin.password === undefined;
  return { isDemo: withDemo, newAdmin: isNew ? await saveAdminPassword(config, admin) : undefined };
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

/** Call it after the commit: a file about an account that does not exist would be worse than a lost password. */
async function saveAdminPassword(config: Config, admin: Admin): Promise<SeededSystem['newAdmin']> {
  const file = join(config.dataDir, 'admin.txt');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `e-mail:   ${admin.email}\npassword: ${admin.password}\n`, { mode: 0o600 });
  return { ...admin, file };
}

/** Refuses the public passwords of the demo outside demo mode; returns true in a database with the demo's users. */
async function hasDemoUsers(db: Kysely<Schema>, config: Config): Promise<boolean> {
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
