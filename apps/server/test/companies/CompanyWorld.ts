import type { Database } from '@pgis/server';
import {
  type ActorCompany,
  type ActorKind,
  addActors,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { beforeAll } from 'vitest';

/** Two companies: all users of the own one who can sign in are signed in, and the module Admin of the foreign one. */
export interface CompanyWorld {
  readonly t: TestApp;
  readonly own: ActorCompany;
  readonly foreign: ActorCompany;
  /** Headers of each actor; a visitor has none. */
  readonly headers: Partial<Record<ActorKind | 'foreign' | 'visitor', { authorization: string }>>;
}

/** Call it inside a `describe`: it starts a server before the tests. Everything but the headers exists from then on. */
export function startCompanyWorld(
  getDatabase: () => Database,
  { name, env = {} }: { readonly name?: string; readonly env?: Record<string, string> } = {},
): CompanyWorld {
  const world = { headers: {} } as { -readonly [Key in keyof CompanyWorld]: CompanyWorld[Key] };
  beforeAll(async () => {
    const t = await startTestApp(getDatabase(), { env });
    world.t = t;
    world.own = await addActors(getDatabase(), name);
    world.foreign = await addActors(getDatabase());
    for (const who of ['moduleAdmin', 'unitAdmin', 'writer', 'reader', 'nobody'] as const)
      world.headers[who] = (await signIn(t, world.own.users[who])).headers;
    world.headers.foreign = (await signIn(t, world.foreign.users.moduleAdmin)).headers;
    return () => t[Symbol.asyncDispose]();
  });
  return world;
}
