import { type Static, Type } from 'typebox';
import { LayerId, TreeNodeId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, oneOf, trimmedText } from '../primitives.ts';
import { Crs, SourceField } from './importReading.ts';

/** Fields of the file that are imported, with their names in the layer; the others are left out. */
const TakenField = closed({
  source: SourceField,
  name: trimmedText(1, limits.fieldNameLength),
  /** In a comparison: objects that exist keep their value, or get the one of the file where theirs is empty. */
  update: Type.Optional(oneOf(['keep', 'fillEmpty'])),
});

/** A text with `{field}` in it; fields are those of the file. */
const Template = Type.String({ maxLength: limits.label.length });

/**
 * Which object of the layer a row is about: the one with the same values in the key fields, the one that was imported with
 * that key, or the nearest one of the same kind within a distance.
 */
const Match = Type.Union([
  closed({ by: Type.Literal('fields') }),
  closed({ by: Type.Literal('importKey') }),
  closed({
    by: Type.Literal('place'),
    distanceM: Type.Number({ minimum: 0, maximum: limits.import.matchDistanceM }),
  }),
]);
export type ImportMatch = Static<typeof Match>;

/** Settings by which an inspected file is imported. */
export const ImportSettings = closed({
  target: Type.Union([
    closed({
      kind: Type.Literal('newLayer'),
      groupId: TreeNodeId,
      name: trimmedText(1, limits.classifierNameLength),
      isPublic: Type.Boolean(),
    }),
    closed({ kind: Type.Literal('add'), layerId: LayerId }),
    closed({
      kind: Type.Literal('compare'),
      layerId: LayerId,
      match: Match,
      /** Compares the values alone; changed objects keep their shapes. */
      keepsShapes: Type.Optional(Type.Boolean()),
    }),
  ]),
  fields: Type.Array(TakenField, { maxItems: limits.layerFields }),
  name: Type.Optional(Template),
  description: Type.Optional(Template),
  /** Fields that together identify an object: of a new layer, or in a comparison. */
  keyFields: Type.Optional(Type.Array(SourceField, { minItems: 1, maxItems: 5, uniqueItems: true })),
  crs: Crs,
  isSwapped: Type.Optional(Type.Boolean()),
  repairs: Type.Boolean(),
  /** Cuts names, descriptions and values that are too long instead of leaving the row out. */
  truncates: Type.Boolean(),
});
export type ImportSettings = Static<typeof ImportSettings>;
