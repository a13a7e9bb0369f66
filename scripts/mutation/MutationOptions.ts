import { parseArgs } from 'node:util';
import { areas, defaultAreas } from './areas.ts';

export type MutationOptions = {
  readonly areas: readonly string[];
  /** Beginnings of the paths of source files; empty means all of the areas. */
  readonly paths: readonly string[];
  /** Mutants tried in each area, drawn at random; undefined means every one. */
  readonly sample: number | undefined;
  /** Undefined means the seed of the tests, which is made from the commit. */
  readonly seed: number | undefined;
  /** Test files run against each mutant. */
  readonly maxTestFiles: number;
  /** Browser tests run against a mutant of the web app that the others do not notice. */
  readonly maxSpecs: number;
  readonly workers: number;
};

export const usage = `npm run mutate [-- options] [beginning of a source file's path …]
  --area NAME       ${areas.map(({ name }) => name).join(', ')}; may be repeated, default: all but web
  --sample N        mutants of each area, drawn at random (default 40)
  --all             every mutant
  --seed N          repeats a draw
  --test-files N    nearest test files that run against a mutant (default 12)
  --specs N         browser tests that run against a survivor of the web app (default 6)
  --workers N       mutants tried at once (default 1)`;

function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1)
    throw new Error(`--${option} is a whole number above 0, not "${text}"`);
  return count;
}

/** Throws with a sentence for the user when an argument is unknown. */
export function parseMutationOptions(args: readonly string[]): MutationOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      area: { type: 'string', multiple: true, default: [...defaultAreas] },
      sample: { type: 'string', default: '40' },
      all: { type: 'boolean', default: false },
      seed: { type: 'string' },
      'test-files': { type: 'string', default: '12' },
      specs: { type: 'string', default: '6' },
      workers: { type: 'string', default: '1' },
    },
  });
  const unknown = values.area.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined) throw new Error(`There is no area "${unknown}"`);
  return {
    areas: positionals.length > 0 ? areas.map(({ name }) => name) : values.area,
    paths: positionals,
    sample: values.all ? undefined : parseCount('sample', values.sample),
    seed: values.seed === undefined ? undefined : parseCount('seed', values.seed),
    maxTestFiles: parseCount('test-files', values['test-files']),
    maxSpecs: values.specs === '0' ? 0 : parseCount('specs', values.specs),
    workers: parseCount('workers', values.workers),
  };
}
