import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir, runCommand } from './runCommand.ts';

/**
 * Returns the matching paths that git tracks, from the root of the repository; files deleted in the working tree are
 * left out.
 */
export async function listTrackedFiles(...patterns: readonly string[]): Promise<readonly string[]> {
  const { code, output } = await runCommand('git', ['ls-files', '-z', '--', ...patterns], { output: 'keep' });
  if (code !== 0) throw new Error(`git cannot list the files: ${output}`);
  return output.split('\0').filter((file) => file !== '' && existsSync(join(rootDir, file)));
}
