import type { Database } from '@pgis/server';
import {
  type ActorCompany,
  type ActorStanding,
  addActors,
  addGroup,
  type SignedIn,
  signIn,
  startTestApp,
  type TestAnswer,
  type TestApp,
} from '@pgis/testkit';

/** Everybody who may ask: the users of `addActors`, the module Admin of another company, and a visitor. */
export type Asker = Exclude<ActorStanding, 'disabled'> | 'foreigner' | 'visitor';
export const askers: readonly Asker[] = [
  'visitor',
  'foreigner',
  'nobody',
  'reader',
  'writer',
  'unitAdmin',
  'moduleAdmin',
];

type AskApi = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  asker: Asker,
  options?: { readonly payload?: object; readonly headers?: Record<string, string> },
) => Promise<TestAnswer<T>>;

/** Two companies with their people signed in, and a layer group in each unit that matters. */
export interface ObjectWorld extends AsyncDisposable {
  readonly t: TestApp;
  readonly own: ActorCompany;
  readonly foreign: ActorCompany;
  /** In the unit where reader, writer and unitAdmin have their level. */
  readonly roadsGroup: number;
  /** In a unit where only the module Admin stands out. */
  readonly forestsGroup: number;
  readonly foreignGroup: number;
  headersOf(asker: Asker): Record<string, string>;
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
  const signedIn: Partial<Record<Asker, SignedIn>> = {};
  for (const asker of ['nobody', 'reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const)
    signedIn[asker] = await signIn(t, own.users[asker]);
  signedIn.foreigner = await signIn(t, foreign.users.moduleAdmin);
  const group = ({ companyId }: ActorCompany, unitId: number, name: string) =>
    addGroup(database, { companyId, unitId, name });
  const headersOf = (asker: Asker) => ({ ...signedIn[asker]?.headers });
  return {
    t,
    own,
    foreign,
    roadsGroup: await group(own, own.units.roads, 'Roads'),
    forestsGroup: await group(own, own.units.forests, 'Forests'),
    foreignGroup: await group(foreign, foreign.units.roads, 'Foreign roads'),
    headersOf,
    ask: (method, path, asker, { payload, headers } = {}) =>
      t.call({
        method,
        url: `/api/v1/${path}`,
        headers: { ...newAddress(), ...headersOf(asker), ...headers },
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

/** The visitor cookie that an answer sets, as a request sends it back. */
export function cookieOf(headers: Readonly<Record<string, unknown>>): { cookie: string } {
  const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
  if (!cookie.startsWith('pgis_visitor=')) throw new Error('the answer sets no visitor cookie');
  return { cookie };
}
