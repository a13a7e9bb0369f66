import { type Database, readConfig } from '@pgis/server';
import type { TestAnswer } from '@pgis/testkit';
import { runPgis } from '../../src/cli/runPgis.ts';
import { type FileWorld, makeFileWorld } from '../files/FileWorld.ts';
import type { Requester } from '../objects/ObjectWorld.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Answered {
  readonly id: number;
  readonly version: number;
}

/** `FileWorld` with calls that must succeed. */
export interface LogWorld extends FileWorld {
  readonly database: Database;
  /** Sends a call, as the module Admin by default. Throws unless it succeeds. */
  send<T = Answered>(
    method: Method,
    path: string,
    payload?: object,
    requester?: Requester,
  ): Promise<TestAnswer<T>>;
  /** Sends a call that adds something; returns its id. */
  add(path: string, payload: object): Promise<number>;
  /** Runs one command of `pgis`; returns its output. */
  pgis(...args: string[]): Promise<string>;
}

export async function makeLogWorld(database: Database): Promise<LogWorld> {
  const world = await makeFileWorld(database);
  const { t } = world;
  const send: LogWorld['send'] = async (method, path, payload, requester = 'moduleAdmin') => {
    const answer = await t.call<never>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf(requester) },
      ...(payload && { payload }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  return {
    ...world,
    database,
    send,
    add: async (path, payload) => (await send('POST', path, payload)).json.id,
    async pgis(...args) {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      const config = readConfig({}, t.deps.config.dataDir);
      const context = () => ({ config, print, openDatabase: async () => database });
      const code = await runPgis(args, context, { print, printError: print });
      if (code !== 0) throw new Error(`pgis ${args.join(' ')}: ${code} ${lines.join('\n')}`);
      return lines.join('\n');
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
