import { type Database, readConfig } from '@pgis/server';
import type { TestAnswer } from '@pgis/testkit';
import { runPgis } from '../../src/cli/runPgis.ts';
import { type FileWorld, makeFileWorld } from '../files/FileWorld.ts';
import type { Asker } from '../objects/ObjectWorld.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Answered {
  readonly id: number;
  readonly version: number;
}

/** The world of files, for deeds that have to succeed. */
export interface LogWorld extends FileWorld {
  readonly database: Database;
  /** Throws unless the answer is a success. As the module Admin, unless told. */
  send<T = Answered>(method: Method, path: string, payload?: object, asker?: Asker): Promise<TestAnswer<T>>;
  /** Gives the id of what was added. */
  add(path: string, payload: object): Promise<number>;
  /** Runs one command of `pgis`; gives what it printed. */
  pgis(...args: string[]): Promise<string>;
}

export async function makeLogWorld(database: Database): Promise<LogWorld> {
  const world = await makeFileWorld(database);
  const { t } = world;
  const send: LogWorld['send'] = async (method, path, payload, asker = 'moduleAdmin') => {
    const answer = await t.call<never>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf(asker) },
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
