import { execFileSync } from 'node:child_process';
import { rootDir } from '../runCommand.ts';

/**
 * Returns the seed of random input and of the order of tests: TEST_SEED, else a number made from the commit, so that a
 * commit is tested alike everywhere and the next one otherwise.
 */
export function findTestSeed(env: NodeJS.ProcessEnv = process.env): number {
  if (env.TEST_SEED === undefined) return parseSeed(`0x${findCommit().slice(0, 7)}`);
  return parseSeed(env.TEST_SEED);
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || text === '')
    throw new Error(`TEST_SEED is a whole number, not "${text}"`);
  return seed;
}

/** A checkout without git, such as an unpacked archive, has no commit. */
function findCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: rootDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '1';
  }
}
