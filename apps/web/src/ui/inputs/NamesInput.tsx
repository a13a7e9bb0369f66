import { UnstyledButton } from '@mantine/core';
import type { LocalizedNames } from '@pgis/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Language, languageNames, languages, useTexts } from '../../i18n/index.ts';
import classes from './NamesInput.module.css';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';

interface NamesInputProps {
  readonly label: string;
  readonly names: LocalizedNames;
  /** Language whose name others fall back to; its input comes first. */
  readonly companyLanguage: Language;
  readonly onChange: (names: LocalizedNames) => void;
  readonly maxLength: number;
  /** The company's name has to be given. */
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly hasInitialFocus?: boolean;
  /** All inputs are open at first. */
  readonly startsOpen?: boolean;
  /** Name where none is given. */
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Error of a name by language. */
  readonly errors?: Readonly<Partial<Record<Language, ReactNode>>>;
}

const isGiven = (name: string | undefined) => (name ?? '').trim() !== '';

/**
 * Names in all languages beside each other. At first only the company's has an input, unless the user reads another
 * language; the button names all languages and marks those without a name.
 */
export function NamesInput(props: NamesInputProps) {
  const { label, names, companyLanguage, onChange, maxLength, isDisabled = false } = props;
  const { t, language: userLanguage } = useTexts();
  const [isOpen, setOpen] = useState(props.startsOpen === true || userLanguage !== companyLanguage);
  const others = languages.filter((language) => language !== companyLanguage);
  const missing = languages.filter((language) => !isGiven(names[language]));
  const input = (language: Language) => ({
    lang: language,
    maxLength,
    disabled: isDisabled,
    autoComplete: 'off',
    value: names[language] ?? '',
    onChange: (name: string) => onChange({ ...names, [language]: name }),
  });
  const fallback = [companyLanguage, ...languages].map((language) => names[language]).find(isGiven);
  const listed = missing.map((language) => languageNames[language]).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its legend out by rules of its own
    <div role="group" aria-label={label} className={classes.group}>
      <div className={classes.names}>
        <TrimmedTextInput
          label={isOpen ? `${label} ${companyLanguage.toUpperCase()}` : label}
          aria-label={label}
          withAsterisk={props.isRequired === true}
          required={props.isRequired === true}
          data-autofocus={props.hasInitialFocus || undefined}
          placeholder={fallback ?? props.placeholder}
          description={props.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={props.error ?? props.errors?.[companyLanguage]}
          {...input(companyLanguage)}
        />
        {isOpen &&
          others.map((language) => (
            <TrimmedTextInput
              key={language}
              label={`${label} ${language.toUpperCase()}`}
              aria-label={`${label}: ${languageNames[language]}`}
              placeholder={fallback ?? props.placeholder}
              error={props.errors?.[language]}
              {...input(language)}
            />
          ))}
      </div>
      <UnstyledButton
        className={classes.toggle ?? ''}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'NAMES.HIDE_OF' : 'NAMES.SHOW_OF', { label })}
        title={missing.length === 0 ? t('NAMES.COMPLETE') : t('NAMES.MISSING', { languages: listed })}
        onClick={() => setOpen(!isOpen)}
      >
        {!isOpen &&
          [companyLanguage, ...others].map((language) => (
            <span
              key={language}
              className={classes.code}
              data-code={language.toUpperCase()}
              data-missing={missing.includes(language) || undefined}
            />
          ))}
        <IconChevronDown size={12} aria-hidden="true" className={classes.chevron} />
      </UnstyledButton>
    </div>
  );
}
