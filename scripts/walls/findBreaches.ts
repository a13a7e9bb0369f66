import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importWalls } from './importWalls.ts';
import { teachVisitorUsing } from './teachVisitorUsing.ts';

teachVisitorUsing();

export type WallReport = {
  /** Paths, from the root, of every source file that was read. */
  readonly modules: readonly string[];
  readonly importCount: number;
  /** Breaches in the form `wall: from -> to`. */
  readonly breaches: readonly { readonly wall: string; readonly from: string; readonly to: string }[];
};

/** Reads all sources in `folders` of `rootDir` and compares their imports with the walls. */
export async function findBreaches(rootDir: string, folders: readonly string[]): Promise<WallReport> {
  const { output } = await cruise([...folders], {
    baseDir: rootDir,
    // Under TypeScript 7 the default parser sees no imports and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|\\.cache)/' },
    ruleSet: { forbidden: [...importWalls] },
    validate: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  return toWallReport(output);
}

function toWallReport({ modules, summary }: ICruiseResult): WallReport {
  const sources = modules.filter(
    ({ source, couldNotResolve }) =>
      /\.tsx?$/.test(source) && !source.includes('node_modules/') && !couldNotResolve,
  );
  return {
    modules: sources.map(({ source }) => source),
    importCount: sources.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
    breaches: summary.violations.map(({ rule, from, to, cycle }) => ({
      wall: rule.name,
      from,
      to: cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> '),
    })),
  };
}
