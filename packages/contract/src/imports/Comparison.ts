import { type Static, Type } from 'typebox';
import { LayerId } from '../ids.ts';
import { Count, Moment } from '../primitives.ts';
import { SkippedRows } from './importReading.ts';

/**
 * What a comparison says of a row of the file, or of an object that no row is about. A `conflict` would overwrite what
 * somebody has edited since the object was imported; of an `ambiguous` row the layer has several objects with its key.
 */
export const differenceKinds = ['added', 'changed', 'conflict', 'missing', 'unchanged', 'ambiguous'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const DifferenceCounts = Type.Object({
  added: Count,
  changed: Count,
  conflict: Count,
  missing: Count,
  unchanged: Count,
  ambiguous: Count,
});
export type DifferenceCounts = Static<typeof DifferenceCounts>;

export const Comparison = Type.Object({
  layerId: LayerId,
  layerName: Type.String(),
  counts: DifferenceCounts,
  skipped: Type.Array(SkippedRows),
  /** Comments and files of the missing objects. */
  missingUses: Type.Object({ comments: Count, files: Count }),
  /** False when too many rows were skipped to say which objects are missing. */
  listsMissing: Type.Boolean(),
  comparedAt: Moment,
  /** True when objects were changed while one wanted to apply it: nothing was applied, everything was compared again. */
  wasRepeated: Type.Boolean(),
  /** True when the skipped rows can be corrected and compared as well. */
  hasRows: Type.Optional(Type.Boolean()),
});
export type Comparison = Static<typeof Comparison>;
