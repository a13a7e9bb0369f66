import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { BlobStore } from '../../storage/BlobStore.ts';

/**
 * Compares the files that rows refer to with the store, which a move leaves where it is. Returns their number and what is
 * missing or has another size than its row says.
 */
export async function compareBlobs(
  db: Kysely<Schema>,
  blobs: BlobStore,
): Promise<{ readonly files: number; readonly problems: readonly string[] }> {
  const { rows } = await sql<{ key: string; size: number; table: string }>`
    SELECT blob_key AS key, size, 'geom_files' AS "table" FROM geom_files
    UNION ALL SELECT blob_key, size, 'company_zips' FROM company_zips
    UNION ALL SELECT blob_key, size, 'report_exports' FROM report_exports WHERE blob_key IS NOT NULL AND size IS NOT NULL`.execute(
    db,
  );
  const sizes = new Map<string, number>();
  for await (const { key, size } of blobs.list()) sizes.set(key, size);
  const problems = rows
    .filter(({ key, size }) => sizes.get(key) !== size)
    .map(({ key, size, table }) =>
      sizes.has(key)
        ? `file ${key} (${table}): ${sizes.get(key)} bytes instead of ${size}`
        : `file ${key} (${table}) is missing`,
    );
  return { files: rows.length, problems };
}
