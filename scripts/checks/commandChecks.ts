import { runCommand } from '../runCommand.ts';
import type { Check } from './Check.ts';

function commandCheck(name: string, command: string, ...args: string[]): Check {
  return {
    name,
    async run() {
      const { code, output } = await runCommand(command, args, { output: 'keep', env: { NO_COLOR: '1' } });
      return { summary: [command, ...args].join(' '), problems: code === 0 ? [] : [output.trim()] };
    },
  };
}

/** Checks that run an external program. */
export const commandChecks: readonly Check[] = [
  commandCheck('format and lint', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'),
  commandCheck('types', 'tsc', '--noEmit', '-p', '.'),
  commandCheck('unused', 'knip', '--no-progress', '--no-config-hints'),
];
