import { parseArgs } from 'node:util';

export type Engine = 'embedded' | 'postgres';

export type TestOptions = {
  readonly runs: { readonly unit: boolean; readonly e2e: boolean };
  /** Undefined means the embedded database, and PostgreSQL when it is available. */
  readonly engines: readonly Engine[] | undefined;
  /** Parts of file paths. */
  readonly files: readonly string[];
  /** Part of a test's name. */
  readonly name: string | undefined;
};

/** True when only some files or names are run. */
export const isSelection = ({ files, name }: TestOptions): boolean => files.length > 0 || name !== undefined;

export const usage = `npm test [-- options] [part of a file's path …]
  --no-browser              leave out the tests in a browser
  --only unit|e2e           only the tests without a browser, or only those in one
  --engine embedded|postgres|both
                            the databases; else embedded, and PostgreSQL where there is one
  --name PATTERN            only tests whose name matches`;

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) throw new Error(`--${option} is one of ${allowed.join(', ')}, not ${value}`);
  return match;
}

/** Throws with a sentence for the user when an argument is unknown. */
export function parseTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'no-browser': { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string' },
      name: { type: 'string' },
    },
  });
  const only = values.only === undefined ? undefined : oneOf('only', values.only, ['unit', 'e2e']);
  if (only === 'e2e' && values['no-browser'])
    throw new Error('--only e2e and --no-browser leave nothing to run');
  const engine =
    values.engine === undefined
      ? undefined
      : oneOf('engine', values.engine, ['embedded', 'postgres', 'both']);
  return {
    runs: { unit: only !== 'e2e', e2e: only !== 'unit' && !values['no-browser'] },
    engines: engine === 'both' ? ['embedded', 'postgres'] : engine === undefined ? undefined : [engine],
    files: positionals,
    name: values.name,
  };
}
