/** `npm start`: reads the settings, opens the database, listens, and shuts down gracefully. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { makeAppDeps } from './AppDeps.ts';
import { buildApp } from './app.ts';
import { scheduleSealing } from './audit/scheduleSealing.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DirectoryInUseError } from './db/embedded/DirectoryInUseError.ts';
import { migrateToLatest } from './db/migrate.ts';
import { type Database, openDatabase } from './db/openDatabase.ts';
import { demoPassword, demoUsers } from './demo/demoUsers.ts';
import { isDatabaseAway } from './errors/toAppError.ts';
import { folderMail } from './mail/folderMail.ts';
import { smtpMail } from './mail/smtpMail.ts';
import { makeLogger } from './runtime/makeLogger.ts';
import { type SeededSystem, seedSystem } from './seedSystem.ts';

const CLOSE_MS = 20_000;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const say = (line: string): void => console.log(line);

async function start(): Promise<void> {
  const config = readConfig(process.env, root);
  const logger = makeLogger(config.logLevel);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onProgress: say,
  });
  try {
    await migrateToLatest(database, { onProgress: say });
    const seeded = await seedSystem(database, config, say);
    const deps = makeAppDeps({
      config,
      database,
      logger,
      mail: makeMail(config),
      isDemo: seeded.isDemo,
      version: readVersion(),
      webDist: join(root, 'apps/web/dist'),
      translations: join(root, 'apps/web/public/assets/i18n'),
    });
    scheduleSealing(deps.jobs, database);
    const app = await buildApp(deps);
    closeOnSignals(app, database);
    await Promise.all(deps.warmUps.map((warm) => warm()));
    const host = config.host ?? (seeded.isDemo ? '127.0.0.1' : '0.0.0.0');
    await app.listen({ port: config.port, host });
    announce(app, host, seeded);
  } catch (error) {
    await database.close();
    throw error;
  }
}

const makeMail = (config: Config) =>
  config.smtpUrl === undefined
    ? folderMail(join(config.dataDir, 'mail'), config.mailFrom)
    : smtpMail(config.smtpUrl, config.mailFrom);

const readVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

function announce(app: FastifyInstance, listensOn: string, { isDemo, newAdmin }: SeededSystem): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(listensOn) ? 'localhost' : listensOn;
  if (isDemo)
    say(
      `Demo: sign in as ${demoUsers.map(({ email }) => email).join(', ')} with the password ${demoPassword}`,
    );
  if (newAdmin !== undefined)
    say(`Sign in as ${newAdmin.email} with the password ${newAdmin.password} (stored in ${newAdmin.file})`);
  // Printed last, for scripts that wait for it.
  say(`ready http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** Finishes open requests, then closes the database; a second signal ends the process at once. */
function closeOnSignals(app: FastifyInstance, database: Database): void {
  let isClosing = false;
  const close = async (): Promise<void> => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      close().catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
}

/** Errors that the operator can fix are printed in one line, all others with their stack. */
function explain(error: unknown): number {
  if (error instanceof DirectoryInUseError) {
    console.error(error.message);
    return error.exitCode;
  }
  const { code } = error as { code?: unknown };
  if (error instanceof ConfigError) console.error(error.message);
  else if (code === 'EADDRINUSE')
    console.error('The port is in use. Stop the program that uses it, or set PORT (METRICS_PORT).');
  else if (isDatabaseAway(error)) console.error(`The database does not answer: ${(error as Error).message}`);
  else console.error(error);
  return 1;
}

try {
  await start();
} catch (error) {
  process.exit(explain(error));
}
