import Type from 'typebox';
import Value from 'typebox/value';

export const BACKUP_FORMAT = 1;

const Table = Type.Object({
  name: Type.String(),
  /** Column names in the order in which every row lists its values. */
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  checksum: Type.String(),
});

/** `backup.json`, the first file of the archive. */
const BackupManifest = Type.Object({
  product: Type.Literal('pgis'),
  format: Type.Integer(),
  createdAt: Type.String(),
  /** Migrations that had run on the database, oldest first. */
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Table),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), value: Type.Integer(), isCalled: Type.Boolean() }),
  ),
});

/** `end.json`, the last file: without it the archive is cut off. */
const BackupEnd = Type.Object({ files: Type.Integer(), bytes: Type.Integer() });

export type BackupTable = Type.Static<typeof Table>;
export type BackupManifest = Type.Static<typeof BackupManifest>;
export type BackupEnd = Type.Static<typeof BackupEnd>;

export function parseManifest(text: string): BackupManifest {
  const manifest = parse(BackupManifest, text);
  if (manifest.format > BACKUP_FORMAT) {
    throw new Error(`The backup has format ${manifest.format}; this version reads up to ${BACKUP_FORMAT}`);
  }
  return manifest;
}

export function parseEnd(text: string): BackupEnd {
  return parse(BackupEnd, text);
}

function parse<T extends Type.TSchema>(schema: T, text: string): Type.Static<T> {
  try {
    return Value.Parse(schema, JSON.parse(text));
  } catch (cause) {
    throw new Error('This is not a backup made by `pgis backup`', { cause });
  }
}
