import { join } from 'node:path';
import { ownServer, type TestServer } from './servers.ts';

/** Users of the demo data. */
export const demoPassword = 'demo-pgis-2026';

export const accounts = {
  admin: { email: 'admin@demo.example', userName: 'Ilze Bērziņa' },
  editor: { email: 'editor@demo.example', userName: 'Jānis Kalniņš' },
  viewer: { email: 'viewer@demo.example', userName: 'Anna Petrova' },
} as const;
export type Role = keyof typeof accounts;

/** Storage state of a browser in which the user has signed in to the server; made once per run. */
export const sessionFileOf = ({ preparedFolder }: TestServer, role: Role): string =>
  join(preparedFolder, `${role}.json`);

/** Storage state of a user of this worker's server. */
export const signedInAs = (role: Role): string => sessionFileOf(ownServer, role);

/** Facts about the data that the preparation found, for all tests on the server. */
export const factsFileOf = ({ preparedFolder }: TestServer): string => join(preparedFolder, 'facts.json');

export const freshVisitor = { cookies: [], origins: [] };
