import { restoreBackup } from '../backup/restoreBackup.ts';
import { describeBackup } from './backup.ts';
import { type Command, UsageError } from './Command.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore an archive into an empty database',
  usage: `Usage: npm run pgis -- restore FILE

Restores an archive of \`backup\` into the configured database: an empty DATA_DIR or, with DATABASE_URL, an empty
PostgreSQL database. Files go to DATA_DIR or, with STORAGE_URL, to an empty prefix of that store. Row counts and
checksums of all tables are compared before the restore is committed. \`move\` moves a database
without an archive.`,
  async run([file, ...rest], { config, print }) {
    if (file === undefined || rest.length > 0) throw new UsageError('restore needs one FILE');
    const { dataDir, databaseUrl, storageUrl } = config;
    const restored = await restoreBackup({ file, dataDir, databaseUrl, storageUrl, onProgress: print });
    print(`Restored ${describeBackup(restored)}, made ${restored.createdAt}`);
    return 0;
  },
};
