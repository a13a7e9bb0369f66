import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLanguage } from '@tabler/icons-react';
import { languageNames, languages, useTexts } from '../../../i18n/index.ts';
import classes from '../Header.module.css';
import { LanguageLink } from './LanguageLink.tsx';

/** BREAD-02: the language menu; short in the header of a phone. */
export function LanguageMenu({ isShort = false }: { readonly isShort?: boolean }) {
  const { t, language } = useTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={classes.languageButton}
          data-short={isShort || undefined}
          aria-label={`${t('COMMON.LANGUAGE')}: ${isShort ? `${language.toUpperCase()} ` : ''}${languageNames[language]}`}
        >
          {!isShort && <IconLanguage size={16} />}
          <span>{isShort ? language.toUpperCase() : languageNames[language]}</span>
          <IconChevronDown size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((one) => (
          <Menu.Item
            key={one}
            renderRoot={(props) => <LanguageLink to={one} {...props} />}
            rightSection={one === language && <IconCheck size={16} />}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
