import { Radio, Select, Stack, Text } from '@mantine/core';
import type { ImportInspection } from '@pgis/contract';
import { IconMapPinCheck, IconMapPinOff, IconMapPinQuestion } from '@tabler/icons-react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { hasCoordinates } from '../draft/importDraft.ts';
import { useImportChanges } from '../importQueries.ts';
import own from './address.module.css';
import type { StepProps } from './StepProps.ts';

/** Tables are put on the map by their coordinates, or by a column of addresses that are looked up. */
export function AddressChoice({
  one,
  inspection,
  onChange,
}: Pick<StepProps, 'one' | 'inspection' | 'onChange'>) {
  const { t } = useTexts();
  const { readAgain } = useImportChanges(one.id);
  const { address, fields } = inspection;
  const read = (column: string | undefined) => {
    // Addresses are in degrees; for coordinates the system that fits best is proposed again.
    onChange(
      column === undefined
        ? { crs: undefined, isSwapped: undefined, acceptsFar: undefined }
        : { crs: 'EPSG:4326', isSwapped: false, acceptsFar: false },
    );
    const { encoding, layer } = inspection;
    readAgain.mutate({
      layer,
      ...(encoding?.origin === 'selected' && { encoding: encoding.name }),
      ...(column !== undefined && { columns: { address: column } }),
    });
  };
  const guessed = fields.find(({ name }) => /adres|address|адрес/i.test(name)) ?? fields[0];
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('IMPORT.ADDRESSES.LOCATE_BY')}
        value={address === undefined ? 'coordinates' : 'address'}
        onChange={(by) => read(by === 'address' ? guessed?.name : undefined)}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="coordinates"
            label={t('IMPORT.ADDRESSES.COORDINATES')}
            disabled={one.state === 'reading' || (address === undefined && !hasCoordinates(inspection))}
          />
          <Radio
            value="address"
            label={t('IMPORT.ADDRESSES.ADDRESS')}
            description={t('IMPORT.ADDRESSES.HINT')}
            disabled={one.state === 'reading'}
          />
        </Stack>
      </Radio.Group>
      {address !== undefined && (
        <Select
          label={t('IMPORT.ADDRESSES.COLUMN')}
          allowDeselect={false}
          searchable
          disabled={one.state === 'reading'}
          data={fields.map(({ name }) => name)}
          value={address}
          onChange={(column) => column !== null && read(column)}
        />
      )}
      {readAgain.isError && <Notice tone="err">{errorText(t, readAgain.error)}</Notice>}
      {one.state === 'reading' ? (
        <Text size="sm" role="status">
          {t('IMPORT.ADDRESSES.LOOKING')}
        </Text>
      ) : (
        address !== undefined && <Counts inspection={inspection} />
      )}
    </Stack>
  );
}

function Counts({ inspection: { kinds, skipped } }: { readonly inspection: ImportInspection }) {
  const { t, language } = useTexts();
  const countOf = (reason: string) => skipped.find((one) => one.reason === reason)?.count ?? 0;
  const rows = [
    [IconMapPinCheck, t('IMPORT.ADDRESSES.FOUND'), kinds.point],
    [IconMapPinQuestion, t('IMPORT.ADDRESSES.AMBIGUOUS'), countOf('ADDRESS_AMBIGUOUS')],
    [IconMapPinOff, t('IMPORT.ADDRESSES.NOT_FOUND'), countOf('ADDRESS_NOT_FOUND')],
  ] as const;
  const isPartial = rows[1][2] + rows[2][2] > 0;
  return (
    <div role="status">
      <dl className={own.counts}>
        {rows.map(([Icon, label, count]) => (
          <div key={label}>
            <Icon size={18} aria-hidden="true" />
            <dt>{label}</dt>
            <dd>{formatNumber(count, language)}</dd>
          </div>
        ))}
      </dl>
      {isPartial && <Text size="sm">{t('IMPORT.ADDRESSES.SKIPPED_HINT')}</Text>}
    </div>
  );
}
