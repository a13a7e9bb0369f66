import { Button, Select } from '@mantine/core';
import { DEFAULT_AGGREGATED_TO, type LayerDensity, limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { densityKinds, densityLabels } from '../../../layers/densityLabels.ts';
import { DecimalInput } from '../../../ui/inputs/DecimalInput.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import { HeatSettings } from './HeatSettings.tsx';

interface DensityChoiceProps {
  readonly form: LayerForm;
  readonly isReadOnly: boolean;
  /** Number of objects of the layer; undefined until it is known. */
  readonly objectCount: number | undefined;
}

/** Choice of the way in which objects are drawn where they crowd, which is when the map is zoomed out. */
export function DensityChoice({ form, isReadOnly, objectCount = 0 }: DensityChoiceProps) {
  const { t } = useTexts();
  const { density } = form.values;
  const { kind, zoomTo = DEFAULT_AGGREGATED_TO } = density;
  const hasLastZoom = kind === 'clusters' || kind === 'heat';
  const choose = (next: LayerDensity['kind']) =>
    form.setFieldValue('density', {
      kind: next,
      ...((next === 'clusters' || next === 'heat') && { zoomTo }),
    });
  const isCrowded = kind === 'asIs' && objectCount > limits.unthinnedObjects && !isReadOnly;
  return (
    <>
      <Select
        label={t('CLASSIFIERS.DENSITY')}
        description={t(`CLASSIFIERS.DENSITY_NOTES.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={isReadOnly}
        value={kind}
        onChange={(next) => next && choose(next as LayerDensity['kind'])}
        data={densityKinds.map((value) => ({ value, label: t(densityLabels[value]) }))}
      />
      {hasLastZoom && (
        <DecimalInput
          label={t(kind === 'heat' ? 'CLASSIFIERS.HEAT_ZOOM_TO' : 'CLASSIFIERS.CLUSTERS_ZOOM_TO')}
          description={t(kind === 'heat' ? 'CLASSIFIERS.HEAT_NOTE' : 'CLASSIFIERS.CLUSTERS_NOTE', {
            zoom: zoomTo + 1,
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={limits.maxZoom}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={isReadOnly}
          value={zoomTo}
          onChange={(next) => next !== '' && form.setFieldValue('density', { ...density, zoomTo: next })}
        />
      )}
      {kind === 'heat' && <HeatSettings form={form} isReadOnly={isReadOnly} />}
      {isCrowded && (
        <p className={classes.proposal}>
          {t('CLASSIFIERS.DENSITY_PROPOSAL', { count: objectCount })}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => choose('thinned')}>
            {t('CLASSIFIERS.THIN_OUT')}
          </Button>
        </p>
      )}
    </>
  );
}
