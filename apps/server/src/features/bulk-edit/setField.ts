import { toText } from '@pgis/conditions';
import { type BodyOf, type BulkEdit, checkFieldValue, limits, setFieldOfGeoms } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import type { Layer } from '../../layers/Layer.ts';
import type { FieldChange } from '../../objects/bulkEntry.ts';
import { checkReferences } from '../../objects/references/checkReferences.ts';
import { auditBulkEdit } from './auditBulkEdit.ts';
import { lockSelected } from './lockSelected.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';
import { type StoredValue, storedValue, writeField } from './writeField.ts';

export interface SetFieldRequest extends BulkRequest {
  readonly body: BodyOf<typeof setFieldOfGeoms>;
}

/**
 * Sets a field of all objects to one value. An object that has the value already is left unchanged and keeps
 * its type (DRAW-11).
 */
export const setField = (deps: AppDeps, request: SetFieldRequest): Promise<BulkEdit> => {
  const { classId, body } = request;
  const { objects, field, value } = body;
  return runBulkEdit(deps, request, {
    requestKey: [setFieldOfGeoms.name, classId, body],
    isAllowed: ({ edits }) => edits,
    work: async (db, scope) => {
      const { layer } = scope;
      if (!layer.fieldNames.includes(field)) throw unknownFields([{ path: '/field', field }]);
      const stored = getFittingValue(layer, field, value);
      if (stored !== null)
        await checkReferences(db, request.actor, layer, {
          data: { [field]: stored },
          pathOf: () => '/value',
        });
      const locked = await lockSelected<StoredValue>(db, scope, {
        selected: objects,
        columns: storedValue(field),
      });
      const changed = locked.filter(({ has, held }) =>
        stored === null ? has : !has || toText(held) !== stored,
      );
      const left = locked.length - changed.length;
      if (changed.length === 0) return { entryId: null, count: 0, left };
      const largest = await writeField(db, {
        companyId: layer.companyId,
        field,
        values: new Map(changed.map(({ id }) => [id, stored ?? undefined])),
      });
      // The largest data is checked against the limits of a single object.
      const isTooLarge = largest.bytes > limits.data.bytes || largest.keys > limits.data.keys;
      if (stored !== null && isTooLarge) throw validationError({ path: '/value', code: 'TOO_LONG' });
      const details = changed.map(({ id, version, has, held }): [number, FieldChange] => [
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
          new: { data: { [field]: stored } },
          count,
          left,
          objects: Object.fromEntries(details),
        },
      });
      return { entryId, count, left };
    },
  });
};

/** Returns the value in its stored form; null empties the field. */
function getFittingValue({ strictFields }: Layer, field: string, value: string | null): string | null {
  const schema = strictFields.find(({ name }) => name === field)?.schema;
  if (schema === undefined) return value;
  if (schema.readOnly === true) throw validationError({ path: '/value', code: 'NOT_ALLOWED' });
  const checked = checkFieldValue(schema, value ?? '');
  if ('code' in checked) throw validationError({ path: '/value', code: checked.code });
  return checked.value === '' ? null : checked.value;
}
