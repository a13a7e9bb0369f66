import { IconChevronDown, IconLanguage } from '@tabler/icons-react';
import { languageNames, useTexts } from '../../../i18n/index.ts';
import { lazyPopover } from '../../../ui/popovers/index.ts';
import classes from '../Header.module.css';

const Menu = lazyPopover('menu', () => import('./OpenedLanguageMenu.tsx'));

/** BREAD-02: the language menu; short in the header of a phone. */
export function LanguageMenu({ isShort = false }: { readonly isShort?: boolean }) {
  const { t, language } = useTexts();
  return (
    <Menu
      button={
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
      }
    />
  );
}
