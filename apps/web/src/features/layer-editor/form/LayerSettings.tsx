import { SegmentedControl, Switch } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { readSettings } from '../../../settings/index.ts';
import { DecimalInput } from '../../../ui/inputs/DecimalInput.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { LayerForm } from './useTreeNodeForm.ts';

interface LayerSettingsProps {
  readonly form: LayerForm;
  readonly isReadOnly: boolean;
  readonly isView: boolean;
}

const publicTexts = { on: true, each: null, off: false } as const;
type PublicChoice = keyof typeof publicTexts;
const choiceOf = (value: boolean | null): PublicChoice => {
  if (value === null) return 'each';
  return value ? 'on' : 'off';
};

/** CLS-07, CLS-08, CLS-11: zoom range, order, switches, and visibility of the objects. */
export function LayerSettings({ form, isReadOnly, isView }: LayerSettingsProps) {
  const { t } = useTexts();
  const { values } = form;
  const mayRender = readSettings().enableServerRendering;
  const choice = choiceOf(values.allObjectsPublic);
  const number = (name: 'zoomFrom' | 'zoomTo' | 'zIndex') => ({
    ...form.getInputProps(name),
    value: values[name],
    onChange: (value: number | '') => form.setFieldValue(name, value),
    disabled: isReadOnly,
    hideControls: true,
  });
  const onOff = (
    name: 'serverside' | 'allowPublicRegistration' | 'showAfterReview' | 'blurPositions' | 'showDefault',
  ) => ({
    checked: values[name],
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      form.setFieldValue(name, event.currentTarget.checked),
    disabled: isReadOnly,
    error: form.errors[name],
  });
  return (
    <>
      <div className={classes.three}>
        <DecimalInput label={t('CLASSIFIERS.ZOOM_FROM')} {...number('zoomFrom')} />
        <DecimalInput label={t('CLASSIFIERS.ZOOM_TO')} {...number('zoomTo')} />
        <DecimalInput label={t('CLASSIFIERS.Z_INDEX')} {...number('zIndex')} />
      </div>
      <div className={classes.switches}>
        <Switch
          label={t('CLASSIFIERS.SERVERSIDE')}
          {...onOff('serverside')}
          disabled={isReadOnly || !mayRender}
          description={mayRender ? undefined : t('CLASSIFIERS.SERVERSIDE_OFF')}
        />
        <Switch label={t('CLASSIFIERS.ALLOW_PUBLIC')} {...onOff('allowPublicRegistration')} />
        {values.allowPublicRegistration && !isView && (
          <Switch label={t('CLASSIFIERS.AFTER_REVIEW')} {...onOff('showAfterReview')} />
        )}
        {!isView && (
          <Switch
            label={t('CLASSIFIERS.BLUR')}
            {...onOff('blurPositions')}
            description={t('CLASSIFIERS.BLUR_NOTE')}
          />
        )}
        <Switch label={t('CLASSIFIERS.SHOW_DEFAULT')} {...onOff('showDefault')} />
      </div>
      <fieldset className={classes.labelled}>
        <legend className={classes.caption}>{t('CLASSIFIERS.ALL_PUBLIC')}</legend>
        <SegmentedControl
          fullWidth
          classNames={{ label: classes.publicLabel ?? '' }}
          disabled={isReadOnly}
          value={choice}
          onChange={(next) => form.setFieldValue('allObjectsPublic', publicTexts[next as PublicChoice])}
          data={[
            { value: 'on', label: t('CLASSIFIERS.PUBLIC.ON') },
            // CLS-11: the initial value, which the user cannot select.
            { value: 'each', label: t('CLASSIFIERS.PUBLIC.EACH'), disabled: true },
            { value: 'off', label: t('CLASSIFIERS.PUBLIC.OFF') },
          ]}
        />
        <span className={classes.note}>{t(`CLASSIFIERS.PUBLIC_NOTE.${choice}`)}</span>
      </fieldset>
    </>
  );
}
