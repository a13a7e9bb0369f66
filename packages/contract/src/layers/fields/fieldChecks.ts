import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { LayerId, ObjectId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import { closed } from '../../primitives.ts';
import { FieldSchema } from './FieldSchema.ts';

/** Different values, and objects of each, that one answer names. */
export const fieldCheckLimits = { values: 50, objects: 5 } as const;

const FieldCheck = Type.Object({
  /** Objects of the layer. */
  objects: Type.Integer(),
  /** Objects whose value does not fit the schema. */
  misfits: Type.Integer(),
  /** Number of different values that do not fit, of which `values` has the most frequent. */
  distinct: Type.Integer(),
  values: Type.Array(
    Type.Object({
      /** '' where a required value is missing. */
      value: Type.String(),
      code: Type.Union([
        Type.Literal('REQUIRED'),
        Type.Literal('WRONG_FORMAT'),
        Type.Literal('OUT_OF_RANGE'),
        Type.Literal('NOT_ALLOWED'),
      ]),
      count: Type.Integer(),
      /** Some of the objects that hold the value. */
      ids: Type.Array(ObjectId),
    }),
  ),
});
export type FieldCheck = Static<typeof FieldCheck>;

export const checkLayerField = defineCall({
  name: 'checkLayerField',
  tag: 'classifiers',
  policy: { audience: 'signedIn', right: 'editLayer' },
  method: 'POST',
  path: '/api/v1/classifiers/:classifierId/field-check',
  summary: 'Values of a field that do not fit a schema, the stored one where none is given; changes nothing',
  params: Type.Object({ classifierId: LayerId }),
  body: closed({
    field: Type.String({ minLength: 1, maxLength: limits.data.keyLength }),
    schema: Type.Optional(FieldSchema),
  }),
  bodyBytes: limits.bodyBytes.other,
  reply: { status: 200, schema: FieldCheck },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD'],
});
