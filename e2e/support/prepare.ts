import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, type FullConfig, request } from '@playwright/test';
import { runCommand } from '../../scripts/runCommand.ts';
import { accounts, demoPassword, factsFile, preparedFolder, type Role, signedInAs } from './accounts.ts';
import type { Facts } from './facts.ts';
import { type ImportedData, type ImportFile, provideImportedData } from './importedData.ts';
import { noticeRead } from './noticeRead.ts';

/** Runs once, beside the running server: imports the data by the command line and signs everybody in. */
export default async function prepare(config: FullConfig): Promise<void> {
  const { baseURL } = config.projects[0]?.use ?? {};
  if (baseURL === undefined) throw new Error('the configuration has no baseURL');
  await rm(preparedFolder, { recursive: true, force: true });
  await mkdir(preparedFolder, { recursive: true });

  const data = await provideImportedData(preparedFolder);
  if (!data.isReal) {
    console.log('left out: real data, for ../shared/data is missing; imported generated data in its place');
  }
  for (const file of [data.single, data.routes, data.parcels]) await importByCommandLine(file);

  const api = await request.newContext({ baseURL });
  const facts = await findFacts(api, data);
  await writeFile(factsFile, JSON.stringify(facts));
  for (const role of Object.keys(accounts) as Role[]) await keepSignedIn(api, baseURL, role);
  await api.dispose();
}

async function importByCommandLine({ path, layer, nameField, keyField }: ImportFile): Promise<void> {
  const args = [path, '--layer', layer, '--group', 'Imported', '--public', '--truncate'];
  const fields = ['--name-field', nameField, '--key-field', keyField];
  const report = ['--report', join(preparedFolder, `${keyField}.report.csv`)];
  const { code, output } = await runCommand(
    'node',
    ['apps/server/src/cli/pgis.ts', 'import', ...args, ...fields, ...report],
    { output: 'keep', env: { DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' } },
  );
  if (code !== 0) throw new Error(`pgis import of ${layer} ended with ${code}:\n${output}`);
  console.log(output.trim().split('\n').at(-1));
}

async function findFacts(api: APIRequestContext, data: ImportedData): Promise<Facts> {
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

async function keepSignedIn(api: APIRequestContext, baseURL: string, role: Role): Promise<void> {
  const answer = await api.post('/api/v1/token', {
    data: { email: accounts[role].email, password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`${role} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  const localStorage = [{ name: 'currentUser', value: JSON.stringify(data) }];
  await writeFile(
    signedInAs(role),
    JSON.stringify({ cookies: [noticeRead(baseURL)], origins: [{ origin: baseURL, localStorage }] }),
  );
}
