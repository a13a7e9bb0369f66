import { Button, Switch } from '@mantine/core';
import type { ShapeSize } from '@pgis/contract';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { CountedTextInput } from './CountedTextInput.tsx';
import classes from './DrawForm.module.css';
import { fieldLimits } from './DrawValues.ts';
import { FieldErrors } from './fields/FieldErrors.tsx';
import { fieldErrorKey } from './fields/fieldInputId.ts';
import { LayerChoice } from './LayerChoice.tsx';
import { LayerFields } from './LayerFields.tsx';
import { type AddableGroup, findAddable } from './useAddableLayers.ts';
import { type DrawForm as Form, getTextFieldProps } from './useDrawForm.ts';

interface DrawFormProps {
  readonly form: Form;
  readonly groups: readonly AddableGroup[];
  readonly mode: 'add' | 'edit';
  readonly isAnonymous: boolean;
  readonly isSaving: boolean;
  /** Size of the shape, except of an object in its own layer: its data holds the measures. */
  readonly size?: ShapeSize | undefined;
  /** Text of the last failure to save. */
  readonly failure: string | null;
  readonly onSave: () => void;
  /** True if the dialog opens at another section than the fields. */
  readonly startsElsewhere?: boolean;
  /** Notices above the fields. */
  readonly head?: ReactNode;
  /** Notices about the selected layer at this position. */
  readonly belowLayer?: ReactNode;
  /** Sections above the fields of the layer: on a phone these lie below the fold. */
  readonly beforeLayerFields?: ReactNode;
  /** Sections below the fields. */
  readonly children?: ReactNode;
}

/** The fields of an object, from layer to layer fields, and the button that saves them. */
export function DrawForm(props: DrawFormProps) {
  const { form, groups, mode, isAnonymous, isSaving, failure, onSave } = props;
  const { t } = useTexts();
  const { values } = form;
  const layer = findAddable(groups, values.classId);
  const labels = useFieldLabels(layer);
  const [refusals, setRefusals] = useState(0);
  const wrongFields = (layer?.layerFields ?? [])
    .map(({ name }) => name)
    .filter((name) => form.errors[fieldErrorKey(name)] !== undefined);

  // DRAW-16: an invalid form marks its fields and is not sent.
  const markAll = () => {
    form.setTouched({ name: true, description: true, userEmail: true });
    setRefusals(refusals + 1);
  };
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(onSave, markAll)}>
      {props.head}
      <div className={classes.body}>
        <FieldErrors fields={wrongFields} labelOf={labels.of} refusals={refusals} />
        <LayerChoice form={form} groups={groups} />
        {props.belowLayer}
        <CountedTextInput
          label={t('MAP.DRAW.ADDRESS')}
          withAsterisk
          required
          data-autofocus={!props.startsElsewhere || undefined}
          autoComplete="off"
          limit={fieldLimits.name}
          {...getTextFieldProps(form, 'name')}
          value={values.name}
        />
        <CountedTextInput
          label={t('MAP.DRAW.TOPIC')}
          withAsterisk
          required
          autoComplete="off"
          limit={fieldLimits.description}
          {...getTextFieldProps(form, 'description')}
          value={values.description}
        />
        <TrimmedTextInput
          label={t('MAP.DRAW.EMAIL')}
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder={mode === 'add' ? t('MAP.DRAW.EMAIL_EXAMPLE') : ''}
          description={mode === 'add' && t('MAP.DRAW.EMAIL_NOTE')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={fieldLimits.userEmail}
          disabled={mode === 'edit'}
          {...getTextFieldProps(form, 'userEmail')}
          value={values.userEmail}
        />
        {!isAnonymous && (
          <Switch
            withThumbIndicator={false}
            label={t('MAP.DRAW.PUBLIC')}
            description={t('MAP.DRAW.PUBLIC_NOTE')}
            {...form.getInputProps('isPublic', { type: 'checkbox' })}
          />
        )}
        {props.beforeLayerFields}
        <LayerFields form={form} layer={layer} isNew={mode === 'add'} size={props.size} />
        {props.children}
      </div>
      {/* Outside the scrolled content, so that it stays in view beside the button. */}
      {failure !== null && (
        <div className={classes.failure}>
          <Notice tone="err">{failure}</Notice>
        </div>
      )}
      <div className={classes.foot}>
        {/*
         * Pressing the button must not leave the field: its mistake would appear, move the button from under the
         * pointer, and the click would be lost.
         */}
        <Button
          type="submit"
          loading={isSaving}
          className={classes.save ?? ''}
          onMouseDown={(event) => event.preventDefault()}
        >
          {t('COMMON.SAVE')}
        </Button>
        <p className={classes.thanks}>{t('MAP.DRAW.THANKS_NOTE')}</p>
      </div>
    </form>
  );
}
