import { Radio, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits, type MapArchive, mapArchiveLimits } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText, formatFileSize, problemText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { addArchive, archivesQuery } from './archiveQueries.ts';
import classes from './BaseLayersScreen.module.css';

interface ArchiveDialogProps {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Adds a base layer that is drawn from an archive in the folder of the server. */
export function ArchiveDialog({ onClose, onSaved }: ArchiveDialogProps) {
  const { t } = useTexts();
  const archives = useQuery(archivesQuery);
  const form = useForm({
    initialValues: { file: '', name: '', attribution: '' },
    validate: {
      file: (file) => (file === '' ? problemText(t, 'REQUIRED') : null),
      name: (name) => (name.trim() === '' ? t('CLASSIFIERS.NAME_REQUIRED') : null),
    },
  });
  const { save, ...saving } = useSave(addArchive, { form, onSaved });
  /** Texts of the selected archive, which those of the next one replace. The user's own texts stay. */
  const filledIn = useRef({ name: '', attribution: '' });
  const select = (file: string): void => {
    const info = archives.data?.find((archive) => archive.file === file)?.info;
    const texts = {
      name: info?.name.slice(0, limits.mapLayer.nameLength) ?? '',
      attribution: info?.attribution.slice(0, mapArchiveLimits.attributionLength) ?? '',
    };
    form.setFieldValue('file', file);
    for (const field of ['name', 'attribution'] as const)
      if (form.values[field] === filledIn.current[field]) form.setFieldValue(field, texts[field]);
    filledIn.current = texts;
  };
  return (
    <FormDialog
      title={t('BASE_LAYERS.ADD_ARCHIVE')}
      widthPx={640}
      saving={saving}
      isChanged={form.isDirty()}
      submitText={t('COMMON.SAVE')}
      onSubmit={form.onSubmit((body) => save(body))}
      onClose={onClose}
    >
      {archives.isPending ? (
        <Skeleton height={120} />
      ) : archives.isError ? (
        <EmptyState title={t('CLASSIFIERS.NOT_LOADED')} text={errorText(t, archives.error)} />
      ) : archives.data.length === 0 ? (
        <EmptyState title={t('BASE_LAYERS.NO_ARCHIVES')} text={t('BASE_LAYERS.ARCHIVES_NOTE')} />
      ) : (
        <Radio.Group
          label={t('BASE_LAYERS.ARCHIVE')}
          description={t('BASE_LAYERS.ARCHIVES_NOTE')}
          withAsterisk
          {...form.getInputProps('file')}
          onChange={select}
        >
          <Stack gap="xs" mt="xs">
            {archives.data.map((archive) => (
              <ArchiveRadio key={archive.file} archive={archive} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TrimmedTextInput
        label={t('BASE_LAYERS.NAME')}
        withAsterisk
        required
        maxLength={limits.mapLayer.nameLength}
        {...form.getInputProps('name')}
        value={form.values.name}
      />
      <TrimmedTextInput
        label={t('BASE_LAYERS.ARCHIVE_ATTRIBUTION')}
        description={t('BASE_LAYERS.ARCHIVE_ATTRIBUTION_NOTE')}
        maxLength={mapArchiveLimits.attributionLength}
        {...form.getInputProps('attribution')}
        value={form.values.attribution}
      />
    </FormDialog>
  );
}

/** A file of the folder: what it holds, or why it cannot be used. */
function ArchiveRadio({ archive }: { readonly archive: MapArchive }) {
  const { t, language } = useTexts();
  const { file, sizeBytes, isUsed, problem, info } = archive;
  const degrees = (value: number): string => value.toFixed(2);
  const description = info && [
    info.name,
    `${info.format}, ${info.schema}`,
    t('BASE_LAYERS.ARCHIVE_ZOOMS', { from: info.minZoom, to: info.maxZoom }),
    t('BASE_LAYERS.ARCHIVE_BOUNDS', {
      ...{ west: degrees(info.west), east: degrees(info.east) },
      ...{ south: degrees(info.south), north: degrees(info.north) },
    }),
    info.attribution,
    isUsed ? t('BASE_LAYERS.ARCHIVE_USED') : '',
  ];
  return (
    <Radio
      value={file}
      disabled={problem !== undefined || isUsed}
      label={`${file} (${formatFileSize(sizeBytes, language)})`}
      description={description?.filter((text) => text !== '').join(' · ')}
      {...(problem !== undefined && {
        error: problemText(t, `ARCHIVE_${problem}`),
        classNames: { error: classes.failure ?? '' },
      })}
    />
  );
}
