import { join } from 'node:path';

/** The people of the demo data. */
export const demoPassword = 'demo-pgis-2026';

export const accounts = {
  admin: { email: 'admin@demo.example', userName: 'Ilze Bērziņa' },
  editor: { email: 'editor@demo.example', userName: 'Jānis Kalniņš' },
  viewer: { email: 'viewer@demo.example', userName: 'Anna Petrova' },
} as const;
export type Role = keyof typeof accounts;

/** Of this run; the configuration has made up its name. */
const folder = process.env.E2E_PREPARED ?? join(import.meta.dirname, '../../test-results/prepared');

/** A browser in which that person has signed in already; made once a run. */
export const signedInAs = (role: Role): string => join(folder, `${role}.json`);

/** What the preparation found out about the data, for all tests of the run. */
export const factsFile: string = join(folder, 'facts.json');
export const preparedFolder = folder;

export const freshVisitor = { cookies: [], origins: [] };
