import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/openDatabase.ts';
import { type Command, type CommandContext, UsageError } from '../Command.ts';
import { checkBackup } from './checkBackup.ts';
import { checkDisk } from './checkDisk.ts';
import { checkJobs } from './checkJobs.ts';
import { checkMail } from './checkMail.ts';
import { checkMigrations } from './checkMigrations.ts';
import { checkServer } from './checkServer.ts';
import { checkSettings } from './checkSettings.ts';
import { checkStorage } from './checkStorage.ts';
import { checkTables } from './checkTables.ts';
import { type Finding, problem, reasonOf } from './Finding.ts';
import { checkIndexes } from './indexes/checkIndexes.ts';

type Topic = readonly [name: string, check: () => Promise<readonly Finding[]>];

const usage = `Usage: npm run pgis -- doctor

Checks settings, database, schema, indexes, tables, disk, mail, storage, background jobs and the age of the last backup, also
while the server is running, and says what to do. It changes nothing but two probes: a file in DATA_DIR and one in the
store, which are deleted at once; no mail is sent. Exit code: 0 without problems, 1 with one or more. Advice is no problem.`;

/** Topics that need the database; without one the others are still checked. */
function listDatabaseTopics(database: Database): Topic[] {
  return [
    ['Database', () => checkServer(database)],
    ['Schema', () => checkMigrations(database)],
    ['Indexes', () => checkIndexes(database)],
    ['Tables', () => checkTables(database)],
    ['Background jobs', () => checkJobs(database)],
  ];
}

async function listTopics({ config, openDatabase }: CommandContext): Promise<Topic[]> {
  const isMissing = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database'));
  const opened = async (): Promise<Topic[]> => {
    if (isMissing)
      return [
        ['Database', async () => [problem(`There is none in ${config.dataDir}: start the server once.`)]],
      ];
    try {
      return listDatabaseTopics(await openDatabase({ migrates: false }));
    } catch (error) {
      return [['Database', async () => [problem(`It cannot be opened: ${reasonOf(error)}`)]]];
    }
  };
  return [
    ['Settings', async () => checkSettings(config)],
    ...(await opened()),
    ['Disk', () => checkDisk(config)],
    ['Mail', () => checkMail(config)],
    ['Storage', () => checkStorage(config)],
    ['Backup', () => checkBackup(config)],
  ];
}

async function findingsOf([, check]: Topic): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(`The check itself failed: ${reasonOf(error)}`)];
  }
}

const countOf = (findings: readonly Finding[], level: Finding['level']): number =>
  findings.filter((finding) => finding.level === level).length;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check the installation and say what to do',
  usage,
  async run(args, context) {
    if (args.length > 0) throw new UsageError('doctor takes no arguments');
    const all: Finding[] = [];
    for (const topic of await listTopics(context)) {
      context.print(topic[0]);
      const findings = await findingsOf(topic);
      for (const { level, text } of findings) context.print(`  ${level.padEnd(7)}  ${text}`);
      all.push(...findings);
    }
    const problems = countOf(all, 'problem');
    context.print(`\n${problems} problems, ${countOf(all, 'advice')} pieces of advice`);
    return problems === 0 ? 0 : 1;
  },
};
