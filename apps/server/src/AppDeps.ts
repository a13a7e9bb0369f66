import type { FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/openDatabase.ts';
import type { MailSender } from './mail/MailSender.ts';
import { BackgroundWork } from './plugins/BackgroundWork.ts';
import { type Clock, databaseClock } from './plugins/Clock.ts';
import { openSecrets, type Secrets } from './plugins/Secrets.ts';
import { SessionCache } from './plugins/SessionCache.ts';
import { openStorage, type Storage } from './storage/openStorage.ts';

/** What `buildApp` is given from outside, so that it reads no environment and opens nothing. */
export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: MailSender;
  readonly secrets: Secrets;
  /** Whatever changes sessions, users or their rights calls `forgetAll()` after its transaction. */
  readonly sessions: SessionCache;
  readonly background: BackgroundWork;
  /** Attached files. */
  readonly storage: Storage;
  /** Runs on demo data. */
  readonly isDemo: boolean;
  readonly version: string;
  /** Folder of the built web part, when there is one. */
  readonly webDist: string | undefined;
  /** Folder with `en.json`, `ru.json`, `lv.json`: the texts of errors. */
  readonly translations: string;
  readonly logger: FastifyServerOptions['loggerInstance'];
}

/** The parts that are always made the same way from the others. */
type Made = 'clock' | 'secrets' | 'sessions' | 'background' | 'storage';

export const makeAppDeps = (given: Omit<AppDeps, Made> & Partial<Pick<AppDeps, Made>>): AppDeps => ({
  clock: databaseClock,
  secrets: openSecrets(given.database),
  sessions: new SessionCache(given.config.session.rightsCacheS),
  background: new BackgroundWork(),
  storage: openStorage(given.config),
  ...given,
});
