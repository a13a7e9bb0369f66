import { type Static, Type } from 'typebox';
import { ChangeId, ImportId, LayerId } from '../ids.ts';
import { Count, Moment, nullable, oneOf } from '../primitives.ts';
import { Comparison } from './Comparison.ts';
import { ImportInspection, importErrors, SkippedRows } from './importReading.ts';

const ImportResult = Type.Object({
  /** Null when no row could be imported: a new layer is then not added. */
  layerId: nullable(LayerId),
  layerName: Type.String(),
  added: Count,
  repaired: Count,
  skipped: Type.Array(SkippedRows),
  tookMs: Count,
  /** True when a file with the skipped rows can be downloaded. */
  hasRows: Type.Boolean(),
  undoneAt: nullable(Moment),
  /** Of an applied comparison. */
  compared: Type.Optional(
    Type.Object({
      updated: Count,
      deleted: Count,
      unchanged: Count,
      /** Large change by which it is undone; null when nothing was taken. */
      changeId: nullable(ChangeId),
    }),
  ),
});
export type ImportResult = Static<typeof ImportResult>;

/** `importing` is also the state while a comparison is made or applied; in between it is `compared`. */
export const importStates = [
  'uploading',
  'reading',
  'ready',
  'importing',
  'compared',
  'done',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

export const Import = Type.Object({
  id: ImportId,
  state: oneOf(importStates),
  files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), received: Type.Integer() })),
  /** Rows read or written so far; `total` is null until they are counted. */
  progress: nullable(Type.Object({ done: Count, total: nullable(Count) })),
  inspection: nullable(ImportInspection),
  /** True while and after a file is compared with a layer. */
  isComparison: Type.Boolean(),
  comparison: nullable(Comparison),
  result: nullable(ImportResult),
  /** Reason why the file cannot be read or the import has ended. */
  failure: nullable(oneOf(importErrors)),
  createdAt: Moment,
  finishedAt: nullable(Moment),
  /** Time at which the files, or the record of what was imported, are deleted. */
  expiresAt: Moment,
});
export type Import = Static<typeof Import>;

/** Calls of imports reach only one's own. */
export const ownImports = { tag: 'imports', policy: { audience: 'signedIn' } } as const;
export const importParams = Type.Object({ id: ImportId });
