import type { Database } from '@pgis/server';
import {
  type ActorCompany,
  type ActorKind,
  addActors,
  addGroup,
  type SignedIn,
  signIn,
  startTestApp,
  type TestAnswer,
  type TestApp,
} from '@pgis/testkit';

/** Sender of a request: a user of `addActors`, the module Admin of another company, or a visitor. */
export type Requester = Exclude<ActorKind, 'disabled'> | 'foreigner' | 'visitor';
export const requesters: readonly Requester[] = [
  'visitor',
  'foreigner',
  'nobody',
  'reader',
  'writer',
  'unitAdmin',
  'moduleAdmin',
];

type AskApi = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  requester: Requester,
  options?: { readonly payload?: object; readonly headers?: Record<string, string> },
) => Promise<TestAnswer<T>>;

/** Two companies with their users signed in, and a layer group in each unit that matters. */
export interface ObjectWorld extends AsyncDisposable {
  readonly t: TestApp;
  readonly own: ActorCompany;
  readonly foreign: ActorCompany;
  /** Group in the unit where reader, writer and unitAdmin have their level. */
  readonly roadsGroup: number;
  /** Group in a unit where only the module Admin has permissions. */
  readonly forestsGroup: number;
  readonly foreignGroup: number;
  headersOf(requester: Requester): Record<string, string>;
  /** Reads the ids of the statuses of the own company by their names. */
  readStatusIds(): Promise<Record<string, number>>;
  /** Calls `/api/v1/${path}` from an address that no other call has used. */
  ask: AskApi;
}

export async function makeObjectWorld(
  database: Database,
  env: Record<string, string> = {},
): Promise<ObjectWorld> {
  const t = await startTestApp(database, { env: { TRUST_PROXY: 'true', ...env } });
  const own = await addActors(database, 'Own company');
  const foreign = await addActors(database, 'Foreign company');
  const signedIn: Partial<Record<Requester, SignedIn>> = {};
  for (const requester of ['nobody', 'reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const)
    signedIn[requester] = await signIn(t, own.users[requester]);
  signedIn.foreigner = await signIn(t, foreign.users.moduleAdmin);
  const group = ({ companyId }: ActorCompany, unitId: number, name: string) =>
    addGroup(database, { companyId, unitId, name });
  const headersOf = (requester: Requester) => ({ ...signedIn[requester]?.headers });
  return {
    t,
    own,
    foreign,
    roadsGroup: await group(own, own.units.roads, 'Roads'),
    forestsGroup: await group(own, own.units.forests, 'Forests'),
    foreignGroup: await group(foreign, foreign.units.roads, 'Foreign roads'),
    headersOf,
    readStatusIds: async () => {
      const rows = await database.db
        .selectFrom('classifiers')
        .select(['id', 'name'])
        .where('company_id', '=', own.companyId)
        .where('kind', '=', 'status')
        .execute();
      return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
    },
    ask: (method, path, requester, { payload, headers } = {}) =>
      t.call({
        method,
        url: `/api/v1/${path}`,
        headers: { ...newAddress(), ...headersOf(requester), ...headers },
        ...(payload && { payload }),
      }),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  };
}

let lastNetwork = 0;
/** Headers of an address that no other test has used, so that counts per hour start at zero. */
export function newAddress(): { 'x-forwarded-for': string } {
  lastNetwork += 1;
  return { 'x-forwarded-for': `10.${lastNetwork >> 16}.${(lastNetwork >> 8) & 255}.${lastNetwork & 255}` };
}
