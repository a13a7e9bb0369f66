import { mkdir, statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { AppDeps } from '../../AppDeps.ts';
import { findLastBackup } from '../../backup/lastBackup.ts';

/** Adds the disk of DATA_DIR and the time of the last backup. */
export function measureDisk({ config: { dataDir }, metrics }: Pick<AppDeps, 'config' | 'metrics'>): void {
  const registers = [metrics];
  new Gauge({
    name: 'pgis_data_dir_bytes',
    help: 'Disk of DATA_DIR: its size, and what is free for the server',
    labelNames: ['kind'],
    registers,
    async collect() {
      await mkdir(dataDir, { recursive: true });
      const { bsize, blocks, bavail } = await statfs(dataDir);
      this.labels('size').set(bsize * blocks);
      this.labels('free').set(bsize * bavail);
    },
  });
  new Gauge({
    name: 'pgis_last_backup_timestamp_seconds',
    help: 'Time of the last backup; 0 before the first one',
    registers,
    async collect() {
      const at = await findLastBackup(dataDir);
      this.set(at === undefined ? 0 : at.getTime() / 1_000);
    },
  });
}
