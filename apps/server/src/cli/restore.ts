import { restoreBackup } from '../backup/restoreBackup.ts';
import { describeBackup } from './backup.ts';
import { type Command, UsageError } from './Command.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore an archive into an empty database',
  usage: `Usage: npm run pgis -- restore FILE

Restores an archive of \`backup\` into the database of the settings: an empty DATA_DIR, or with DATABASE_URL an empty
PostgreSQL database; files go to DATA_DIR, or with STORAGE_URL into an empty place of that store. Counts and checksums of every table are compared before anything is kept. To move an embedded
database to PostgreSQL: back it up, set DATABASE_URL and another DATA_DIR, and restore.`,
  async run([file, ...rest], { config, print }) {
    if (file === undefined || rest.length > 0) throw new UsageError('restore takes one FILE');
    const { dataDir, databaseUrl, storageUrl } = config;
    const restored = await restoreBackup({ file, dataDir, databaseUrl, storageUrl, onProgress: print });
    print(`Restored ${describeBackup(restored)}, made ${restored.createdAt}`);
    return 0;
  },
};
