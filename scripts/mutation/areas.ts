/** A part of the product whose tests are measured together. */
export type Area = {
  readonly name: string;
  /** Folder of its sources. */
  readonly folder: string;
  /** Beginnings of the paths of the test files that may notice a mutant, the likeliest first. */
  readonly tests: readonly string[];
  /** Seconds that a mutant's tests may take; a mutant that takes longer loops for ever. */
  readonly timeoutS: number;
  readonly needsDatabase: boolean;
  /** Survivors are tried again with the browser tests. */
  readonly hasBrowserTests?: boolean;
};

const server = (name: string, tests: readonly string[]): Area => ({
  name,
  folder: `apps/server/src/${name}/`,
  tests: [`apps/server/src/${name}/`, ...tests.map((path) => `apps/server/test/${path}`)],
  timeoutS: 300,
  needsDatabase: true,
});

const inPackage = (name: string): Area => ({
  name,
  folder: `packages/${name}/src/`,
  tests: [`packages/${name}/`],
  timeoutS: 60,
  needsDatabase: false,
});

/** The web is listed last and left out unless it is named: its screens have more than 10 000 mutants. */
export const areas: readonly Area[] = [
  inPackage('contract'),
  inPackage('geo'),
  inPackage('cartography'),
  inPackage('conditions'),
  server('access', ['session/', 'users/', 'http/', 'reports/reportSlots', 'objects/', 'mails/', 'rights/']),
  server('query', ['query/', 'objects/load', 'objects/readObjects', 'reports/', 'review/', 'images/wms']),
  server('layers', [
    'layers/',
    'images/heatMaps',
    'images/clusters',
    'rights/',
    'objects/',
    'review/',
    'changes/',
    'log/',
  ]),
  server('objects', ['objects/', 'places/', 'files/', 'reports/', 'review/', 'import/', 'rights/']),
  {
    name: 'web',
    folder: 'apps/web/src/',
    tests: ['apps/web/src/'],
    timeoutS: 240,
    needsDatabase: false,
    hasBrowserTests: true,
  },
];

export const defaultAreas = areas.filter(({ name }) => name !== 'web').map(({ name }) => name);
