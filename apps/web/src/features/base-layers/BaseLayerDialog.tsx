import { Button, Menu, Select, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { limits, type MapLayer } from '@pgis/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { ApiError } from '../../api/index.ts';
import { problemText, type TFunction, useTexts } from '../../i18n/index.ts';
import { SourcePreview } from '../../layers/source-preview/SourcePreview.tsx';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { TrimmedTextarea } from '../../ui/inputs/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { UnsavedWork } from '../../ui/unsaved-work/index.ts';
import classes from './BaseLayersScreen.module.css';
import { saveBaseLayer } from './baseLayerQueries.ts';
import { openStreetMap, type SourcePreset, sourceJsonOf, sourcePresets } from './sourcePresets.ts';

interface BaseLayerDialogProps {
  /** null adds a layer. */
  readonly layer: MapLayer | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const sourceTypes = ['XYZ', 'TileWMS', 'BingMaps'] as const;
type SourceType = (typeof sourceTypes)[number];

/** A request for every typed letter would be too many. */
const PREVIEW_DELAY_MS = 500;

/** Adds or changes a base layer. */
export function BaseLayerDialog({ layer, onClose, onSaved }: BaseLayerDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const form = useBaseLayerForm(layer);
  const { values } = form;
  const isFromArchive = layer !== null && isArchiveSource(layer.sourceJson);
  const { save, isSaving, failure } = useSave(saveBaseLayer, {
    onSaved,
    onFailed(cause) {
      for (const [field, text] of toFieldErrors(t, cause)) form.setFieldError(field, text);
    },
  });
  return (
    <DialogFrame
      onClose={onClose}
      title={t(layer === null ? 'BASE_LAYERS.ADD' : 'BASE_LAYERS.EDIT')}
      size={640}
      fullScreen={isNarrow}
    >
      <UnsavedWork isChanged={form.isDirty()} />
      <form noValidate className={classes.form} onSubmit={form.onSubmit((body) => save({ layer, body }))}>
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
        {!isFromArchive && (
          <Switch label={t('BASE_LAYERS.OVERLAY')} {...form.getInputProps('overlay', { type: 'checkbox' })} />
        )}
        {values.overlay && (
          <Switch
            label={t('BASE_LAYERS.VISIBLE')}
            {...form.getInputProps('visibility', { type: 'checkbox' })}
          />
        )}
        {isFromArchive ? (
          <p className={classes.meta}>{t('BASE_LAYERS.ARCHIVE_SOURCE')}</p>
        ) : (
          <SourceFields form={form} />
        )}
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

/** The server derives the source of such a layer from the file. */
const isArchiveSource = (sourceJson: string): boolean => sourceJson.includes('"/api/v1/base-map/archives/');

function useBaseLayerForm(layer: MapLayer | null) {
  const { t } = useTexts();
  return useForm({
    initialValues: {
      name: layer?.name ?? '',
      group: layer?.group ?? '',
      overlay: layer?.overlay ?? false,
      visibility: layer?.visibility ?? true,
      sourceType: layer?.sourceType ?? ('XYZ' as SourceType),
      sourceJson: layer?.sourceJson ?? sourceJsonOf(openStreetMap),
    },
    validate: { name: (name) => (name.trim() === '' ? t('CLASSIFIERS.NAME_REQUIRED') : null) },
  });
}

/** Problems of the source are listed at its field, each with its path in the JSON. */
function toFieldErrors(t: TFunction, cause: unknown): readonly (readonly [field: string, text: string])[] {
  if (!(cause instanceof ApiError)) return [];
  const { problems } = cause;
  const source = problems
    .filter(({ path }) => path.startsWith('/sourceJson'))
    .map(({ path, code }) => `${path.replace(/^\/sourceJson\/?/, '') || 'JSON'}: ${problemText(t, code)}`);
  const texts = problems.filter(({ path }) => path === '/name' || path === '/group');
  return [
    ...(source.length > 0 ? [['sourceJson', source.join('\n')] as const] : []),
    ...texts.map(({ path, code }) => [path.slice(1), problemText(t, code)] as const),
  ];
}

interface SourceFieldsProps {
  readonly form: ReturnType<typeof useBaseLayerForm>;
}

/** Type and properties of the source, with a preview. */
function SourceFields({ form }: SourceFieldsProps) {
  const { t } = useTexts();
  const { name, sourceType, sourceJson } = form.values;
  const [source] = useDebouncedValue({ sourceType, sourceJson }, PREVIEW_DELAY_MS);
  return (
    <>
      <div className={classes.source}>
        <Select
          label={t('BASE_LAYERS.SOURCE_TYPE')}
          data={[...sourceTypes]}
          allowDeselect={false}
          value={sourceType}
          onChange={(type) => form.setFieldValue('sourceType', (type as SourceType | null) ?? 'XYZ')}
        />
        <PresetMenu form={form} />
      </div>
      <TrimmedTextarea
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
        value={form.values.sourceJson}
      />
      <SourcePreview source={source} name={name} size="large" />
    </>
  );
}

/** Fills in a service that is known, or an example of a protocol. Keeps a name that the user has typed. */
function PresetMenu({ form }: SourceFieldsProps) {
  const { t } = useTexts();
  const fillIn = (preset: SourcePreset) => {
    const { name, overlay } = form.values;
    const isNamed = name.trim() !== '' && !sourcePresets.some((one) => one.name === name);
    form.setValues({
      name: isNamed || preset.isProtocol ? name : preset.name,
      overlay: preset.isProtocol ? overlay : (preset.overlay ?? false),
      sourceType: preset.sourceType,
      sourceJson: sourceJsonOf(preset),
    });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{t('BASE_LAYERS.PRESETS')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('BASE_LAYERS.PRESETS_NOTE')}</Menu.Label>
        {sourcePresets.map((preset) => (
          <Menu.Item key={preset.name} onClick={() => fillIn(preset)}>
            {preset.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
