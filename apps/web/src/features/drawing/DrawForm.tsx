import { Button, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { CountedTextInput } from './CountedTextInput.tsx';
import classes from './DrawForm.module.css';
import { fieldLimits } from './DrawValues.ts';
import { LayerChoice } from './LayerChoice.tsx';
import { LayerFields } from './LayerFields.tsx';
import { Notice } from './Notice.tsx';
import type { AddableGroup } from './useAddableLayers.ts';
import type { DrawForm as Form } from './useDrawForm.ts';

interface DrawFormProps {
  readonly form: Form;
  readonly groups: readonly AddableGroup[];
  readonly mode: 'add' | 'edit';
  readonly isAnonymous: boolean;
  readonly isSaving: boolean;
  /** Why the last attempt to save did not work. */
  readonly failure: string | null;
  readonly onSave: () => void;
  /** The dialog opens in another part of it. */
  readonly startsElsewhere?: boolean;
  /** What there is to know of the chosen layer at this place. */
  readonly belowLayer?: ReactNode;
  /** Further parts under the fields. */
  readonly children?: ReactNode;
}

/** The fields of an object, from layer to layer fields, and the button that saves them. */
export function DrawForm(props: DrawFormProps) {
  const { form, groups, mode, isAnonymous, isSaving, failure, onSave } = props;
  const { t } = useTexts();
  const { values } = form;
  const layer = groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .find(({ id }) => id === values.classId);

  // DRAW-16: an invalid form marks its fields and stays.
  const markAll = () => form.setTouched({ name: true, description: true, userEmail: true });
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(onSave, markAll)}>
      <div className={classes.body}>
        <LayerChoice form={form} groups={groups} />
        {props.belowLayer}
        <CountedTextInput
          label={t('MAP.DRAW.ADDRESS')}
          withAsterisk
          required
          data-autofocus={!props.startsElsewhere || undefined}
          autoComplete="off"
          limit={fieldLimits.name}
          {...form.getInputProps('name')}
          value={values.name}
        />
        <CountedTextInput
          label={t('MAP.DRAW.TOPIC')}
          withAsterisk
          required
          autoComplete="off"
          limit={fieldLimits.description}
          {...form.getInputProps('description')}
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
          {...form.getInputProps('userEmail')}
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
        <LayerFields form={form} layer={layer} />
        {props.children}
      </div>
      {/* Outside of what scrolls: beside the button it stands in sight. */}
      {failure !== null && (
        <div className={classes.failure}>
          <Notice tone="err">{failure}</Notice>
        </div>
      )}
      <div className={classes.foot}>
        <Button type="submit" loading={isSaving} className={classes.save ?? ''}>
          {t('COMMON.SAVE')}
        </Button>
        <p className={classes.thanks}>{t('MAP.DRAW.THANKS_NOTE')}</p>
      </div>
    </form>
  );
}
