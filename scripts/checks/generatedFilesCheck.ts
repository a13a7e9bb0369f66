import { findStaleFiles } from '../generated/findStaleFiles.ts';
import { generatedFiles } from '../generated/generatedFiles.ts';
import { listTrackedFiles } from '../listTrackedFiles.ts';
import { rootDir } from '../runCommand.ts';
import type { Check } from './Check.ts';

export const generatedFilesCheck: Check = {
  name: 'generated files',
  async run() {
    const marked = await listTrackedFiles('*.gen.*');
    return {
      summary: `${generatedFiles.length} made, ${marked.length} named *.gen.*`,
      problems: await findStaleFiles(rootDir, generatedFiles, marked),
    };
  },
};
