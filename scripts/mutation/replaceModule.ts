import { writeFileSync } from 'node:fs';

/** One source file and what a run loads in its place. */
export type Replacement = {
  /** Full path of the source file. */
  readonly path: string;
  readonly code: string;
  /** Path of a file that is written when the module is loaded. */
  readonly marker: string;
};

/** True for the module of a path, also with a query of Vite. */
export const isModuleOf = (path: string | undefined, id: string): boolean => id.split('?')[0] === path;

type LoadPlugin = {
  readonly name: string;
  readonly enforce: 'pre';
  load(id: string): string | undefined;
};

/** Plugin of Vite that loads the mutant in place of its source, so that no file of the checkout changes. */
export const replaceModule = ({ path, code, marker }: Replacement): LoadPlugin => ({
  name: 'mutation',
  enforce: 'pre',
  load(id) {
    if (!isModuleOf(path, id)) return undefined;
    writeFileSync(marker, '');
    return code;
  },
});
