import { listIcons, toCodesJson, toSearchModule } from '../../packages/cartography/scripts/iconTables.ts';
import { toStyleReference } from '../../packages/cartography/src/style/toStyleReference.ts';
import { toCoordinateSystemNames } from './coordinateSystemNames.ts';
import type { GeneratedFile } from './GeneratedFile.ts';

/**
 * All generated files that are committed. `node scripts/generate.ts` writes them, `npm run check` reports outdated
 * ones. To add one, export a function that returns its text and add a line here.
 */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'docs/style-reference.md', make: async () => toStyleReference() },
  {
    path: 'packages/cartography/src/icons/iconCodes.gen.json',
    make: async () => toCodesJson(listIcons()),
  },
  {
    path: 'packages/cartography/src/icons/iconSearch.gen.ts',
    make: async () => toSearchModule(listIcons()),
  },
  {
    path: 'apps/server/src/importing/crs/coordinateSystemNames.gen.json',
    make: async () => toCoordinateSystemNames(),
  },
];
