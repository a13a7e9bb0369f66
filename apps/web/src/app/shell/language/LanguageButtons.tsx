import { languageNames, languages, useTexts } from '../../../i18n/index.ts';
import classes from '../Header.module.css';
import { LanguageLink } from './LanguageLink.tsx';

/** HEAD-03. */
export function LanguageButtons() {
  const { t } = useTexts();
  return (
    <nav className={classes.languages} aria-label={t('COMMON.LANGUAGE')}>
      {languages.map((language) => (
        <LanguageLink
          key={language}
          to={language}
          className={classes.language}
          title={languageNames[language]}
          aria-label={`${language.toUpperCase()} ${languageNames[language]}`}
        >
          {language.toUpperCase()}
        </LanguageLink>
      ))}
    </nav>
  );
}
