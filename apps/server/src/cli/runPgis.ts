import { DirectoryInUseError } from '../db/embedded/DirectoryInUseError.ts';
import { type Command, type CommandContext, UsageError } from './Command.ts';

/** Every command by its name; a file is loaded when its command is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup.ts')).backupCommand,
  basemap: async () => (await import('./basemap.ts')).basemapCommand,
  company: async () => (await import('./company.ts')).companyCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  doctor: async () => (await import('./doctor/doctorCommand.ts')).doctorCommand,
  erase: async () => (await import('./erase.ts')).eraseCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  jobs: async () => (await import('./jobs.ts')).jobsCommand,
  move: async () => (await import('./move/moveCommand.ts')).moveCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  user: async () => (await import('./user.ts')).userCommand,
  'verify-log': async () => (await import('./verifyLog.ts')).verifyLogCommand,
};

const FAILED = 1;
const WRONG_USAGE = 2;

export interface PgisOutput {
  print(line: string): void;
  printError(line: string): void;
}

const start = 'npm run pgis --';
const intro = `Usage: ${start} COMMAND [arguments]

Works on the configured database (DATA_DIR or DATABASE_URL), whether the server runs or not.
`;

async function formatCommandList(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...loaded.map(({ name }) => name.length));
  const lines = loaded.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `${intro}\n${lines.join('\n')}\n\n${start} help COMMAND shows more.`;
}

/** Looks at own keys, because `pgis constructor` is no command. */
const findCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;

/** Runs one command line and gives its exit code: 0 done, 1 failed, 2 wrong usage, 78 directory in use. */
export async function runPgis(
  args: readonly string[],
  makeContext: () => CommandContext,
  { print, printError }: PgisOutput,
): Promise<number> {
  const [first, ...rest] = args;
  const asksForHelp = first === undefined || ['help', '--help', '-h'].includes(first);
  const name = asksForHelp ? rest[0] : first;
  if (name === undefined) {
    print(await formatCommandList());
    return 0;
  }
  const command = await findCommand(name);
  if (command === undefined) {
    printError(`There is no command "${name}".\n\n${await formatCommandList()}`);
    return WRONG_USAGE;
  }
  if (asksForHelp || rest.includes('--help') || rest.includes('-h')) {
    print(command.usage);
    return 0;
  }
  try {
    return await command.run(rest, makeContext());
  } catch (error) {
    return explain(error, command, printError);
  }
}

function explain(error: unknown, command: Command, printError: (line: string) => void): number {
  if (!(error instanceof Error)) throw error;
  if (error instanceof UsageError) {
    printError(`${error.message}\n\n${command.usage}`);
    return WRONG_USAGE;
  }
  printError(error.message);
  return error instanceof DirectoryInUseError ? error.exitCode : FAILED;
}
