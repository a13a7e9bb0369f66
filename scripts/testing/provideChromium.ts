import { existsSync } from 'node:fs';
import { runCommand } from '../runCommand.ts';
import { findChromium } from './findChromium.ts';

const debianPackage = 'chromium-headless-shell';

const advice = [
  'No Chromium was found, so the browser tests cannot run. Do one of these:',
  `  install it:             apt-get install ${debianPackage}   (or your system's Chromium)`,
  '  say where it is:        PLAYWRIGHT_CHROMIUM=/path/to/chrome npm test',
  '  go without a browser:   npm test -- --no-browser',
].join('\n');

/**
 * Finds Chromium, or installs it where that needs no question (root on Debian). Returns undefined after printing what
 * to do.
 */
export async function provideChromium(): Promise<string | undefined> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(
      `No Chromium was found: installing Debian's package ${debianPackage} with apt-get for the browser tests.`,
    );
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], { output: 'show', env });
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
      output: 'show',
      env,
    });
  }
  const installed = findChromium();
  if (installed === undefined) console.error(advice);
  return installed;
}
