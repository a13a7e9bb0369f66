import { listIcons, toCodesJson, toSearchModule } from '../../packages/cartography/scripts/iconTables.ts';
import { toStyleReference } from '../../packages/cartography/src/toStyleReference.ts';
import type { GeneratedFile } from './GeneratedFile.ts';

/**
 * Every file that is made from others and committed. `node scripts/generate.ts` writes them, `npm run check` says
 * when one is out of date. A new one: its maker exports a function that returns the text; add a line here.
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
];
