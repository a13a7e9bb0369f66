import { useForm } from '@mantine/form';
import { checkLayerData, type ShapeSize } from '@pgis/contract';
import type { FocusEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { fieldProblemText } from '../../../layers/fields/fieldProblemText.ts';
import {
  type DrawField,
  type DrawValues,
  fieldLimits,
  findFieldProblem,
  mayBeEmail,
  toTexts,
} from './DrawValues.ts';
import { fieldErrorKey } from './fields/fieldInputId.ts';
import { type AddableGroup, type AddableLayer, findAddable } from './useAddableLayers.ts';

interface CheckedObject {
  readonly groups: readonly AddableGroup[];
  /** Data of an existing object: a value that stays as it is is not checked. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Size of the shape; the data of an object in its own layer holds its measures. */
  readonly size?: ShapeSize;
}

/** The form of an object: values, marks and touched fields. The e-mail of an existing object is not validated again. */
export function useDrawForm(
  initialValues: DrawValues,
  mode: 'add' | 'edit',
  { groups, before, size }: CheckedObject,
) {
  const reader = useTexts();
  const { t } = reader;
  const check = (field: DrawField) => (value: string) => {
    const problem = findFieldProblem(field, value);
    if (problem === null) return null;
    return problem === 'REQUIRED' ? t('REQUIRED') : t('MAP.DRAW.TOO_LONG', { count: fieldLimits[field] });
  };
  const checkEmail = (value: string) =>
    mode === 'edit' || mayBeEmail(value) ? null : t('MAP.DRAW.NOT_AN_EMAIL');
  const checkFields = ({ classId, data }: Pick<DrawValues, 'classId' | 'data'>) => {
    const fields: AddableLayer['layerFields'] = findAddable(groups, classId)?.layerFields ?? [];
    const isInOwnLayer = mode === 'edit' && classId === initialValues.classId;
    const schemas = new Map(fields.map(({ name, schema }) => [name, schema]));
    const { problems } = checkLayerData(fields, data, {
      before: before && toTexts(before),
      ...(size !== undefined && !isInOwnLayer && { size: () => size }),
    });
    return Object.fromEntries(
      problems.flatMap(({ field, code }) => {
        const schema = schemas.get(field);
        return schema === undefined ? [] : [[fieldErrorKey(field), fieldProblemText(schema, code, reader)]];
      }),
    );
  };
  return useForm<DrawValues>({
    initialValues,
    validate: ({ name, description, userEmail, classId, data }) => ({
      name: check('name')(name),
      description: check('description')(description),
      userEmail: check('userEmail')(userEmail) ?? checkEmail(userEmail),
      ...checkFields({ classId, data }),
    }),
  });
}

export type DrawForm = ReturnType<typeof useDrawForm>;

/**
 * Returns the properties of a text field that is validated when the user leaves it after a change. An untouched field
 * waits for Save: its mistake would move the buttons from under the pointer that is pressing one.
 */
export function getTextFieldProps(form: DrawForm, field: DrawField) {
  const { onBlur, ...props } = form.getInputProps(field);
  return {
    ...props,
    onBlur: (event: FocusEvent) => {
      onBlur?.(event);
      if (form.isDirty(field)) form.validateField(field);
    },
  };
}
