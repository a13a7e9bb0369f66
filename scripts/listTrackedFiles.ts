import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir, runCommand } from './runCommand.ts';

/** Paths of the files that git tracks and that match, from the root; without those deleted since. */
export async function listTrackedFiles(...patterns: readonly string[]): Promise<readonly string[]> {
  const { code, output } = await runCommand('git', ['ls-files', '-z', '--', ...patterns], { output: 'keep' });
  if (code !== 0) throw new Error(`git cannot list the files: ${output}`);
  return output.split('\0').filter((file) => file !== '' && existsSync(join(rootDir, file)));
}
