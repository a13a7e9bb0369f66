import { Button } from '@mantine/core';
import { type FieldSchema, type ListValue, limits } from '@pgis/contract';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { type Language, languageNames, languages, useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { withProperty } from './changeType.ts';
import classes from './ValueNames.module.css';

interface ValueNamesProps {
  readonly schema: FieldSchema;
  readonly companyLanguage: Language;
  readonly onChange: (schema: FieldSchema) => void;
}

/** Display names of the values of a list: a row for each value, a column for each language. */
export function ValueNames({ schema, companyLanguage, onChange }: ValueNamesProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const values = schema.values ?? [];
  const listed = values.filter(({ value }) => value.trim() !== '');
  if (listed.length === 0) return null;
  const named = listed.filter(({ names = {} }) => languages.every((language) => names[language])).length;
  const set = (changed: ListValue, language: Language, name: string) =>
    onChange(
      withProperty(
        schema,
        'values',
        values.map((one) => (one === changed ? { ...one, names: { ...one.names, [language]: name } } : one)),
      ),
    );
  const columns = [companyLanguage, ...languages.filter((language) => language !== companyLanguage)];
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconLanguage size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('FIELDS.VALUE_LABELS', { named, all: listed.length })}
      </Button>
      {isOpen && (
        <table className={classes.table} aria-label={t('FIELDS.VALUE_LABELS', { named, all: listed.length })}>
          <thead>
            <tr>
              <th scope="col">{t('FIELDS.VALUE')}</th>
              {columns.map((language) => (
                <th key={language} scope="col">
                  <abbr title={languageNames[language]}>{language.toUpperCase()}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two values may be alike while they are typed
              <tr key={index}>
                <th scope="row">{one.value}</th>
                {columns.map((language) => (
                  <td key={language} data-language={language.toUpperCase()}>
                    <TrimmedTextInput
                      aria-label={`${one.value}: ${languageNames[language]}`}
                      lang={language}
                      placeholder={one.names?.[companyLanguage] || one.value}
                      maxLength={limits.classifierNameLength}
                      value={one.names?.[language] ?? ''}
                      onChange={(name) => set(one, language, name)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
