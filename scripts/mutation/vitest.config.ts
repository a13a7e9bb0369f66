/** Tests with one source file replaced by its mutant; `runTestFiles` passes the MUTATION. */
import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import base from '../../vitest.config.ts';
import { rootDir } from '../runCommand.ts';
import { isModuleOf, replaceModule } from './replaceModule.ts';
import type { VitestInput } from './runTestFiles.ts';

const { path, code, testFiles, marker } = JSON.parse(process.env.MUTATION ?? '') as VitestInput;

/** Runs the test files in the order of the mutation. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => testFiles.indexOf(relative(rootDir, moduleId));
    return files.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

export default mergeConfig(base, {
  root: rootDir,
  plugins: [
    ...(path === undefined || code === undefined ? [] : [replaceModule({ path, code, marker })]),
    {
      name: 'mutation-cache',
      // The cache of modules goes by the file on the disk and would return the original.
      configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
        defineCacheKeyGenerator(({ id }) => (isModuleOf(path, id) ? false : undefined));
      },
    },
  ],
  // Transforming the modules again would take as long as running the tests.
  test: { fsModuleCache: true, sequence: { sequencer: InGivenOrder } },
});
