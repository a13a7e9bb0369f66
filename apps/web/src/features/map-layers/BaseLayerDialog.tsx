import { Button, Select, Switch, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { addMapLayer, limits, type MapLayer, updateMapLayer } from '@pgis/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText, problemText, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import classes from './BaseLayersScreen.module.css';
import { SourcePreview } from './SourcePreview.tsx';

interface BaseLayerDialogProps {
  /** null: a new one. */
  readonly layer: MapLayer | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const sourceTypes = ['XYZ', 'TileWMS', 'BingMaps'] as const;
type SourceType = (typeof sourceTypes)[number];

/** What each source takes, ready to be filled in. */
const examples: Readonly<Record<SourceType, object>> = {
  XYZ: {
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    maxZoom: 19,
    attributions: '© OpenStreetMap contributors',
  },
  TileWMS: { url: 'https://example.org/wms', params: { LAYERS: 'layer' }, attributions: '© …' },
  BingMaps: { key: '…', imagerySet: 'Aerial' },
};
const exampleOf = (type: SourceType): string => JSON.stringify(examples[type], null, 2);

/** Adds or changes a base layer; what the server finds wrong with the source stands under it, with its place in the JSON. */
export function BaseLayerDialog({ layer, onClose, onSaved }: BaseLayerDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: {
      name: layer?.name ?? '',
      group: layer?.group ?? '',
      overlay: layer?.overlay ?? false,
      visibility: layer?.visibility ?? true,
      sourceType: layer?.sourceType ?? ('XYZ' as SourceType),
      sourceJson: layer?.sourceJson ?? exampleOf('XYZ'),
    },
    validate: { name: (name) => (name.trim() === '' ? t('CLASSIFIERS.NAME_REQUIRED') : null) },
  });
  const { values } = form;
  // Not a request for every letter.
  const [source] = useDebouncedValue({ sourceType: values.sourceType, sourceJson: values.sourceJson }, 500);

  const fail = (cause: unknown) => {
    setFailure(errorText(t, cause));
    if (!(cause instanceof ApiError)) return;
    const ofSource = cause.problems.filter(({ path }) => path.startsWith('/sourceJson'));
    if (ofSource.length > 0)
      form.setFieldError(
        'sourceJson',
        ofSource
          .map(
            ({ path, code }) => `${path.replace(/^\/sourceJson\/?/, '') || 'JSON'}: ${problemText(t, code)}`,
          )
          .join('\n'),
      );
    for (const { path, code } of cause.problems)
      if (path === '/name' || path === '/group') form.setFieldError(path.slice(1), problemText(t, code));
  };
  const save = async () => {
    setSaving(true);
    setFailure(null);
    try {
      if (layer === null) await callApi(addMapLayer, { body: values });
      else
        await callApi(updateMapLayer, {
          params: { id: layer.id },
          headers: { 'if-match': `"${layer.version}"` },
          body: values,
        });
      onSaved();
    } catch (cause) {
      fail(cause);
    } finally {
      setSaving(false);
    }
  };
  return (
    <DialogFrame
      onClose={onClose}
      title={t(layer === null ? 'BASE_LAYERS.ADD' : 'BASE_LAYERS.EDIT')}
      size={640}
      fullScreen={isNarrow}
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit(() => void save())}>
        <TrimmedTextInput
          label={t('BASE_LAYERS.NAME')}
          withAsterisk
          required
          data-autofocus
          maxLength={limits.mapLayer.nameLength}
          {...form.getInputProps('name')}
          value={values.name}
        />
        <TrimmedTextInput
          label={t('BASE_LAYERS.GROUP')}
          maxLength={limits.mapLayer.nameLength}
          {...form.getInputProps('group')}
          value={values.group}
        />
        <Switch label={t('BASE_LAYERS.OVERLAY')} {...form.getInputProps('overlay', { type: 'checkbox' })} />
        {values.overlay && (
          <Switch
            label={t('BASE_LAYERS.VISIBLE')}
            {...form.getInputProps('visibility', { type: 'checkbox' })}
          />
        )}
        <div className={classes.source}>
          <Select
            label={t('BASE_LAYERS.SOURCE_TYPE')}
            data={[...sourceTypes]}
            allowDeselect={false}
            value={values.sourceType}
            onChange={(type) => form.setFieldValue('sourceType', (type as SourceType | null) ?? 'XYZ')}
          />
          <Button
            variant="default"
            onClick={() => form.setFieldValue('sourceJson', exampleOf(values.sourceType))}
          >
            {t('BASE_LAYERS.EXAMPLE')}
          </Button>
        </div>
        <Textarea
          label={t('BASE_LAYERS.SOURCE_JSON')}
          required
          withAsterisk
          autosize
          minRows={5}
          maxRows={12}
          spellCheck={false}
          maxLength={limits.mapLayer.sourceJsonLength}
          classNames={{ input: classes.code ?? '', error: classes.lines ?? '' }}
          {...form.getInputProps('sourceJson')}
        />
        <SourcePreview source={source} name={values.name} isExplained />
        <div className={classes.foot}>
          {failure !== null && (
            <span role="alert" className={classes.failure}>
              <IconAlertCircle size={16} aria-hidden="true" /> {failure}
            </span>
          )}
          <Button type="submit" loading={isSaving}>
            {t('COMMON.SAVE')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
