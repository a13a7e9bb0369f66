import { limits } from '@pgis/contract';
import type { FastifyServerOptions } from 'fastify';
import { Registry } from 'prom-client';
import { openSecrets, type Secrets } from './access/Secrets.ts';
import { SessionCache } from './access/SessionCache.ts';
import { ChangeKinds } from './changes/ChangeKind.ts';
import type { Config } from './config.ts';
import type { Database } from './db/openDatabase.ts';
import { JobRunner } from './jobs/JobRunner.ts';
import type { MailSender } from './mail/MailSender.ts';
import { PaperPool } from './rendering/paper/PaperPool.ts';
import { BackgroundWork } from './runtime/BackgroundWork.ts';
import { type Clock, databaseClock } from './runtime/Clock.ts';
import { UserSlots } from './runtime/UserSlots.ts';
import { openStorage, type Storage } from './storage/openStorage.ts';

/** Dependencies of `buildApp`, given from outside, so that it reads no environment and opens nothing. */
export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: MailSender;
  readonly secrets: Secrets;
  /** Code that changes sessions, users or their rights calls `clear()` after its transaction. */
  readonly sessions: SessionCache;
  readonly background: BackgroundWork;
  /** Slots of the users whose reports are being read. */
  readonly reportSlots: UserSlots;
  /** Sets reports by mail as PDFs in a worker thread. */
  readonly paperPool: PaperPool;
  /** Features register the kinds of their jobs while the app is built. */
  readonly jobs: JobRunner;
  /** Features register the kinds of large changes that they make, so that one list can undo them. */
  readonly changeKinds: ChangeKinds;
  /** Features add numbers that `/metrics` shows; no label may hold what a user typed. */
  readonly metrics: Registry;
  /** Features add what the server does before it listens, so that first requests do not wait for it. */
  readonly warmUps: (() => Promise<void>)[];
  /** Store of attached files and temporary files. */
  readonly storage: Storage;
  /** True when the database holds the demo data. */
  readonly isDemo: boolean;
  readonly version: string;
  /** Folder of the built web part; undefined when it is not built. */
  readonly webDist: string | undefined;
  /** Folder with `en.json`, `ru.json`, `lv.json`, which hold the texts of errors. */
  readonly translations: string;
  readonly logger: FastifyServerOptions['loggerInstance'];
}

/** Dependencies with a default that is made from the others. */
type Made =
  | 'clock'
  | 'secrets'
  | 'sessions'
  | 'background'
  | 'reportSlots'
  | 'paperPool'
  | 'jobs'
  | 'changeKinds'
  | 'metrics'
  | 'warmUps'
  | 'storage';

export function makeAppDeps(given: Omit<AppDeps, Made> & Partial<Pick<AppDeps, Made>>): AppDeps {
  const { database, clock = databaseClock, background = new BackgroundWork() } = given;
  return {
    clock,
    background,
    reportSlots: makeReportSlots(database),
    paperPool: new PaperPool(),
    jobs: new JobRunner({ database, clock, background }),
    changeKinds: new ChangeKinds(),
    metrics: new Registry(),
    warmUps: [],
    secrets: openSecrets(database),
    sessions: new SessionCache(given.config.session.rightsCacheS),
    storage: openStorage(given.config),
    ...given,
  };
}

/** The embedded engine has one connection, so a second report would only make others wait longer. */
function makeReportSlots({ kind }: Database): UserSlots {
  const { perUser, all, ...waits } = limits.reportsAtOnce;
  const isEmbedded = kind === 'embedded';
  return new UserSlots({
    perUser: isEmbedded ? 1 : perUser,
    atOnce: isEmbedded ? 1 : all,
    ...waits,
  });
}
