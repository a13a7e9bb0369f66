import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CurrentUser, ErrorBody } from '@pgis/contract';
import {
  type AppDeps,
  BackgroundWork,
  buildApp,
  type Database,
  folderMail,
  JobRunner,
  mailKinds,
  makeAppDeps,
  readConfig,
} from '@pgis/server';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type FakeClock, fakeClock } from './fakeClock.ts';
import { readMails, type SentMail } from './readMails.ts';

/** Loopback address, the default of `inject`. */
export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly deps: AppDeps;
  readonly clock: FakeClock;
  /** Sends a request and gives its answer with the JSON already parsed. */
  call<T = unknown>(options: InjectOptions): Promise<TestAnswer<T>>;
  /** Mails sent so far, after everything under way has finished and all due mails are sent. */
  mails(): Promise<SentMail[]>;
}

export interface TestAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Body as received, for comparing byte for byte. */
  readonly text: string;
  /** The parsed answer; of an error, its ErrorBody. */
  readonly json: T;
}

export interface TestAppOptions {
  /** Environment of the server; rights are not cached by default. */
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<AppDeps>;
  readonly clock?: FakeClock;
}

const translations = fileURLToPath(new URL('../../../apps/web/public/assets/i18n', import.meta.url));

/** The real server on this database, without a socket; with a clock to move and mails in a folder of its own. */
export async function startTestApp(database: Database, options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-app-'));
  const clock = options.clock ?? fakeClock();
  const env = { DATA_DIR: dataDir, SESSION_RIGHTS_CACHE_SECONDS: '0', ...options.env };
  const config = readConfig(env, dataDir);
  const mailFolder = join(dataDir, 'mail');
  const background = new BackgroundWork();
  const deps = makeAppDeps({
    config,
    database,
    clock,
    background,
    // Tests say when due jobs are looked for.
    jobs: new JobRunner({ database, clock, background, pollIntervalMs: 0 }),
    mail: folderMail(mailFolder, config.mailFrom),
    isDemo: false,
    version: 'test',
    webDist: undefined,
    translations,
    logger: undefined,
    ...options.deps,
  });
  const app = await buildApp(deps);
  return {
    app,
    deps,
    clock,
    async call<T>(request: InjectOptions): Promise<TestAnswer<T>> {
      const { statusCode, headers, body } = await app.inject(request);
      const isJson = String(headers['content-type'] ?? '').includes('json') && body !== '';
      return { status: statusCode, headers, text: body, json: (isJson ? JSON.parse(body) : undefined) as T };
    },
    async mails() {
      await app.ready();
      await deps.background.idle();
      await deps.jobs.poll(mailKinds);
      await deps.background.idle();
      return readMails(mailFolder);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface SignedIn {
  readonly user: CurrentUser;
  readonly headers: { readonly authorization: string };
}

/** Signs in through the API; throws with the answer when the server refuses. */
export async function signIn(
  { call }: Pick<TestApp, 'call'>,
  who: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const { status, text, json } = await call<{ data: CurrentUser } & ErrorBody>({
    method: 'POST',
    url: '/api/v1/token',
    payload: { email: who.email, password: who.password },
  });
  if (status !== 200) throw new Error(`${who.email} cannot sign in: ${status} ${text}`);
  return { user: json.data, headers: { authorization: `Bearer ${json.data.token}` } };
}
