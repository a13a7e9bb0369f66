import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { LayerId } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { referencedQuery, referenceSearchQuery } from './references.ts';

interface ReferenceInputProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** Layer of the objects that can be selected. */
  readonly layerId: LayerId | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TYPING_MS = 200;
const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** Object of another layer, found by its name. A value that leads nowhere stays visible and can be kept. */
export function ReferenceInput({ layerId, value, onChange, ...rest }: ReferenceInputProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const { data: selected } = useQuery(referencedQuery(layerId, value));
  const label = selected?.isDeleted
    ? t('FIELDS.REFERENCE_DELETED', { reference: value })
    : selected?.name || value;
  // The input holds the name of the selected object, which is nothing to search for.
  const [settled] = useDebouncedValue(text.trim() === label ? '' : text.trim(), TYPING_MS);
  const { data: found = [], isFetching } = useQuery(referenceSearchQuery(layerId, settled));
  const others = found
    .filter(({ reference }) => reference !== value)
    .map(({ reference, name }, _, all) => {
      const isUnique = name !== label && all.filter((other) => other.name === name).length === 1;
      return {
        value: reference,
        label: name === '' || isUnique ? name || reference : `${name} (${reference})`,
      };
    });
  return (
    <Select
      comboboxProps={popover}
      clearable={rest.required !== true}
      placeholder={t('FIELDS.REFERENCE_SEARCH')}
      {...rest}
      searchable
      data={value === '' ? others : [{ value, label }, ...others]}
      // The server has found them, also by words in another order and by keys.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? undefined : t('CLASSIFIERS.NOT_FOUND')}
      value={value === '' ? null : value}
      onSearchChange={setText}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
