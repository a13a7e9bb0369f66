import { findLastBackup } from '../../backup/lastBackup.ts';
import type { Config } from '../../config.ts';
import { type Finding, ok, problem } from './Finding.ts';

/** A daily backup may be late by some hours. */
const MAX_AGE_HOURS = 30;

export async function checkBackup({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const at = await findLastBackup(dataDir);
  if (at === undefined)
    return [
      problem(
        'There has been none: pgis backup FILE; other kinds of backup end with touch DATA_DIR/last-backup.',
      ),
    ];
  const hours = Math.round((Date.now() - at.getTime()) / 3_600_000);
  const text = `The last one is ${hours} hours old (${at.toISOString()}).`;
  return [hours > MAX_AGE_HOURS ? problem(text) : ok(text)];
}
