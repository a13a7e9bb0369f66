/** Tests with one source file replaced by its mutant; `runTestFiles` passes the MUTATION. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import base from '../../vitest.config.ts';
import { rootDir } from '../runCommand.ts';
import type { VitestInput } from './runTestFiles.ts';

const { path, code, testFiles, marker } = JSON.parse(process.env.MUTATION ?? '') as VitestInput;

/** Runs the test files in the order of the mutation. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => testFiles.indexOf(relative(rootDir, moduleId));
    return files.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

const isMutated = (id: string) => id.split('?')[0] === path;

export default mergeConfig(base, {
  root: rootDir,
  plugins: [
    {
      name: 'mutation',
      enforce: 'pre',
      load(id: string) {
        if (!isMutated(id)) return undefined;
        writeFileSync(marker, '');
        return code;
      },
      // The cache of modules goes by the file on the disk and would return the original.
      configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
        defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined));
      },
    },
  ],
  // Transforming the modules again would take as long as running the tests.
  test: { fsModuleCache: true, sequence: { sequencer: InGivenOrder } },
});
