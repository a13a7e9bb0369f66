import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import { runCommand } from '../../scripts/runCommand.ts';
import { accounts, demoPassword, factsFileOf, type Role, sessionFileOf } from './accounts.ts';
import { type ImportedData, type ImportFile, provideImportedData } from './importedData.ts';
import { noticeRead } from './noticeRead.ts';
import type { PreparedData } from './preparedData.ts';
import { servers, type TestServer } from './servers.ts';

/** Runs once, while the servers run: imports the data by the command line and signs everybody in on each. */
export default async function prepare(): Promise<void> {
  await Promise.all(servers.map(prepareServer));
}

async function prepareServer(server: TestServer): Promise<void> {
  const { url, preparedFolder } = server;
  await rm(preparedFolder, { recursive: true, force: true });
  await mkdir(preparedFolder, { recursive: true });

  const data = await provideImportedData(preparedFolder);
  if (!data.isReal) {
    console.log('left out: real data, for ../shared/data is missing; imported generated data in its place');
  }
  for (const file of [data.single, data.routes, data.parcels]) await importByCommandLine(server, file);

  const api = await request.newContext({ baseURL: url });
  const facts = await findFacts(api, data);
  await writeFile(factsFileOf(server), JSON.stringify(facts));
  for (const role of Object.keys(accounts) as Role[]) await saveSignedIn(api, server, role);
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

async function saveSignedIn(api: APIRequestContext, server: TestServer, role: Role): Promise<void> {
  const answer = await api.post('/api/v1/token', {
    data: { email: accounts[role].email, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${role} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  const localStorage = [{ name: 'currentUser', value: JSON.stringify(data) }];
  await writeFile(
    sessionFileOf(server, role),
    JSON.stringify({ cookies: [noticeRead(server.url)], origins: [{ origin: server.url, localStorage }] }),
  );
}
