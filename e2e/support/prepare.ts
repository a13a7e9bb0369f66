import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '@pgis/testkit/startServerProcess';
import { type APIRequestContext, request } from '@playwright/test';
import { ensureWebBuild } from '../../scripts/building/ensureWebBuild.ts';
import { runCommand } from '../../scripts/runCommand.ts';
import { accounts, demoPassword, factsFileOf, type Role, sessionFileOf } from './accounts.ts';
import { type ImportedData, type ImportFile, provideImportedData } from './importedData.ts';
import { noticeRead } from './noticeRead.ts';
import type { PreparedData } from './preparedData.ts';
import { isStartedByUs, servers, type TestServer } from './servers.ts';
import { startServer } from './startServer.ts';

/**
 * Runs once: builds the web app, starts one server, imports the data by the command line and signs everybody in; the other
 * servers start with copies of its data. Returns the function that stops the servers.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('there is no server');
  if (!isStartedByUs) {
    await prepareData(first);
    return async () => {};
  }
  let running: readonly ServerProcess[];
  if (others.length === 0) {
    await buildWeb();
    running = [await startWithData(first)];
  } else {
    // The server that makes the data shows no page, and files of a database can be copied while it is closed.
    const [server] = await Promise.all([startWithData(first), buildWeb()]);
    await server.stop();
    await Promise.all(others.map(({ dataDir }) => cp(first.dataDir, dataDir, { recursive: true })));
    running = await Promise.all(servers.map(startServer));
  }
  return async () => {
    await Promise.all(running.map((server) => server.stop()));
    const said = running.flatMap((server) => server.output().split('\n'));
    for (const line of said) if (!/^(Demo: .*|ready .*|)$/.test(line)) console.log(line);
  };
}

async function buildWeb(): Promise<void> {
  // The mutation runner has built a mutant.
  if (process.env.E2E_WEB_IS_BUILT !== undefined) return;
  if (!(await ensureWebBuild())) throw new Error('the web app cannot be built');
}

async function startWithData(server: TestServer): Promise<ServerProcess> {
  const started = await startServer(server);
  await prepareData(server);
  return started;
}

async function prepareData(server: TestServer): Promise<void> {
  for (const { preparedFolder } of servers) {
    await rm(preparedFolder, { recursive: true, force: true });
    await mkdir(preparedFolder, { recursive: true });
  }
  const data = await provideImportedData(server.preparedFolder);
  if (!data.isReal) {
    console.log('left out: real data, for ../shared/data is missing; imported generated data in its place');
  }
  for (const file of [data.single, data.routes, data.parcels]) await importByCommandLine(server, file);

  const api = await request.newContext({ baseURL: server.url });
  const facts = await findFacts(api, data);
  for (const one of servers) await writeFile(factsFileOf(one), JSON.stringify(facts));
  for (const role of Object.keys(accounts) as Role[]) await saveSignedIn(role, await signIn(api, role));
  await api.dispose();
}

async function importByCommandLine(
  { dataDir, preparedFolder }: TestServer,
  { path, layer, nameField, keyField }: ImportFile,
): Promise<void> {
  const args = [path, '--layer', layer, '--group', 'Imported', '--public', '--truncate'];
  const fields = ['--name-field', nameField, '--key-field', keyField];
  const report = ['--report', join(preparedFolder, `${keyField}.report.csv`)];
  const { code, output } = await runCommand(
    'node',
    ['apps/server/src/cli/pgis.ts', 'import', ...args, ...fields, ...report],
    { output: 'keep', env: { DATA_DIR: dataDir, DATABASE_URL: '' } },
  );
  if (code !== 0) throw new Error(`pgis import of ${layer} ended with ${code}:\n${output}`);
  console.log(output.trim().split('\n').at(-1));
}

async function findFacts(api: APIRequestContext, data: ImportedData): Promise<PreparedData> {
  const answer = await api.get('/api/v1/classifiers/layers');
  if (!answer.ok()) throw new Error(`the layers cannot be read: ${answer.status()}`);
  const groups = (await answer.json()) as {
    childClassifiers: { id: number; name: string; showDefault: boolean }[];
  }[];
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  return {
    isRealData: data.isReal,
    parcelCount: data.parcels.count,
    layerIds: Object.fromEntries(layers.map(({ id, name }) => [name, id])),
    defaultLayerIds: layers.filter(({ showDefault }) => showDefault).map(({ id }) => id),
  };
}

/** Returns the user as the browser stores them. */
async function signIn(api: APIRequestContext, role: Role): Promise<string> {
  const answer = await api.post('/api/v1/token', {
    data: { email: accounts[role].email, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${role} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  return JSON.stringify(data);
}

/** Saves the sign-in for each server: those that start with a copy of the data know the session, too. */
async function saveSignedIn(role: Role, currentUser: string): Promise<void> {
  const localStorage = [{ name: 'currentUser', value: currentUser }];
  for (const server of servers)
    await writeFile(
      sessionFileOf(server, role),
      JSON.stringify({ cookies: [noticeRead(server.url)], origins: [{ origin: server.url, localStorage }] }),
    );
}
