import { toText } from '@pgis/cartography';
import { type BodyOf, type BulkEdit, limits, setFieldOfGeoms } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { FieldPart } from '../objects/index.ts';
import { auditBulkEdit } from './auditBulkEdit.ts';
import { lockChosen } from './lockChosen.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';
import { type HeldValue, heldValue, writeField } from './writeField.ts';

export interface SetFieldRequest extends BulkRequest {
  readonly body: BodyOf<typeof setFieldOfGeoms>;
}

/** One value for a field of all of them. What holds it already is left as it is, and keeps its type (DRAW-11). */
export const setField = (deps: AppDeps, request: SetFieldRequest): Promise<BulkEdit> => {
  const { classId, body } = request;
  const { objects, field, value } = body;
  return runBulkEdit(deps, request, {
    asked: [setFieldOfGeoms.name, classId, body],
    isAllowed: ({ edits }) => edits,
    work: async (db, scope) => {
      const { layer } = scope;
      if (!layer.fieldNames.includes(field))
        throw new AppError('UNKNOWN_FIELD', { errors: [{ path: '/field', code: 'UNKNOWN_FIELD' }] });
      const locked = await lockChosen<HeldValue>(db, scope, objects, heldValue(field));
      const changed = locked.filter(({ has, held }) =>
        value === null ? has : !has || toText(held) !== value,
      );
      const left = locked.length - changed.length;
      if (changed.length === 0) return { entryId: null, count: 0, left };
      const largest = await writeField(db, {
        companyId: layer.companyId,
        field,
        values: new Map(changed.map(({ id }) => [id, value ?? undefined])),
      });
      // As the largest that one object alone could be given.
      const isTooLarge = largest.bytes > limits.data.bytes || largest.keys > limits.data.keys;
      if (value !== null && isTooLarge) throw validationError({ path: '/value', code: 'TOO_LONG' });
      const parts = changed.map(({ id, version, has, held }): [number, FieldPart] => [
        id,
        { version: version + 1, ...(has && { old: held }) },
      ]);
      const count = changed.length;
      const entryId = await auditBulkEdit(db, {
        request,
        scope,
        action: 'OBJECTS_CHANGED',
        details: {
          field,
          new: { data: { [field]: value } },
          count,
          left,
          objects: Object.fromEntries(parts),
        },
      });
      return { entryId, count, left };
    },
  });
};
