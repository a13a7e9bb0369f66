import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable, oneOf } from '../primitives.ts';
import { differenceKinds } from './Comparison.ts';
import { Import, importParams, ownImports } from './Import.ts';

const DifferenceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const OldAndNew = Type.Object({ old: nullable(Type.String()), new: nullable(Type.String()) });

const Difference = Type.Object({
  id: DifferenceId,
  kind: oneOf(differenceKinds),
  /** Null of an object that no row is about. */
  rowNumber: nullable(Type.Integer()),
  objectId: nullable(ObjectId),
  key: nullable(Type.String()),
  /** Name after the change. */
  name: Type.String(),
  /** Names of the values that differ: `name`, `description` or a field of the layer. All values of added and missing objects. */
  values: Type.Array(
    Type.Object({
      part: oneOf(['name', 'description', 'field']),
      field: Type.String(),
      ...OldAndNew.properties,
    }),
  ),
  isShapeChanged: Type.Boolean(),
  /** The last edit since an import has written the object; the name is empty of a visitor. */
  edited: nullable(Type.Object({ by: Type.String(), at: Moment })),
  /** Metres of a line, square metres of a polygon. */
  oldMeasure: nullable(Type.Number()),
  newMeasure: nullable(Type.Number()),
  /** GeoJSON geometries in EPSG:3857, with fewer corners. */
  oldShape: nullable(Type.Unknown()),
  newShape: nullable(Type.Unknown()),
});
export type Difference = Static<typeof Difference>;

export const listDifferences = defineCall({
  ...ownImports,
  name: 'listDifferences',
  method: 'GET',
  path: '/api/v1/imports/:id/differences',
  summary: 'Differences between a file and a layer, in pages; of all kinds but unchanged unless one is named',
  params: importParams,
  query: closed({
    kind: Type.Optional(oneOf(differenceKinds)),
    /** Changes of this field of the layer alone. */
    field: Type.Optional(Type.String({ maxLength: limits.fieldNameLength })),
    after: Type.Optional(DifferenceId),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.import.differencePageRows })),
    minx: Type.Optional(Type.Number()),
    miny: Type.Optional(Type.Number()),
    maxx: Type.Optional(Type.Number()),
    maxy: Type.Optional(Type.Number()),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(Difference),
      /** Passed as `after` for the next page. */
      next: nullable(DifferenceId),
    }),
  },
  errors: ['IMPORT_STATE', 'VIEW_HAS_NO_DATA'],
});

/** The whole of a kind without some, or some alone. */
const Choice = closed({
  all: Type.Boolean(),
  except: Type.Array(DifferenceId, { maxItems: limits.import.exceptions, uniqueItems: true }),
});

export const applyComparison = defineCall({
  ...ownImports,
  policy: { audience: 'signedIn', right: 'editObject' },
  name: 'applyComparison',
  method: 'POST',
  path: '/api/v1/imports/:id/apply',
  summary: 'Write the selected differences to the layer, as one change',
  params: importParams,
  body: closed({ added: Choice, changed: Choice, conflict: Choice, missing: Choice }),
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'VIEW_HAS_NO_DATA'],
});
