import type { ReactNode } from 'react';
import { languageNames, languages, useTexts } from '../../i18n/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLink } from '../shell/language/LanguageLink.tsx';
import classes from './Card.module.css';

interface CardProps {
  /** Left on a wide screen instead of centred. */
  readonly isAtSide?: boolean;
  readonly children: ReactNode;
}

/** The card of a page without menus: name, content and languages. */
export function Card({ isAtSide = false, children }: CardProps) {
  const { t } = useTexts();
  return (
    <div className={classes.frame} data-side={isAtSide || undefined} data-scrolls>
      <section className={classes.card}>
        <div className={classes.logo}>
          <BrandMark size={36} />
          PGIS
        </div>
        {children}
        <nav className={classes.languages} aria-label={t('COMMON.LANGUAGE')}>
          {languages.map((language) => (
            <LanguageLink key={language} to={language} className={classes.language}>
              {languageNames[language]}
            </LanguageLink>
          ))}
        </nav>
      </section>
    </div>
  );
}
