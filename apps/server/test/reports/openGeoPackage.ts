import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens a GeoPackage from its bytes; the file is deleted when it is disposed of. */
export function openGeoPackage(bytes: Buffer): Disposable & { readonly database: DatabaseSync } {
  const folder = mkdtempSync(join(tmpdir(), 'pgis-gpkg-'));
  const path = join(folder, 'file.gpkg');
  writeFileSync(path, bytes);
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    database,
    [Symbol.dispose]: () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
