import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CurrentUser, ErrorBody } from '@pgis/contract';
import {
  type AppDeps,
  buildApp,
  type Database,
  folderMail,
  mailWriters,
  makeAppDeps,
  readConfig,
  sendDueMails,
} from '@pgis/server';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type FakeClock, fakeClock } from './fakeClock.ts';
import { readMails, type SentMail } from './readMails.ts';

/** Loopback, as `inject` gives it unless told. */
export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly deps: AppDeps;
  readonly clock: FakeClock;
  /** Sends a request and gives its answer with the JSON already parsed. */
  call<T = unknown>(options: InjectOptions): Promise<TestAnswer<T>>;
  /** What has been mailed, once nothing is under way and all that is due has been sent. */
  mails(): Promise<SentMail[]>;
}

export interface TestAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** As it came, for comparing byte for byte. */
  readonly text: string;
  /** The parsed answer; of an error, its ErrorBody. */
  readonly json: T;
}

export interface TestAppOptions {
  /** Environment, as the server reads it; rights are not cached unless told. */
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
  const deps = makeAppDeps({
    config,
    database,
    clock,
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
      await deps.background.idle();
      await sendDueMails(deps, mailWriters, app.log);
      // The app's own regular look may have taken one of them.
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
