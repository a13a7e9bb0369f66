import type { ReactNode } from 'react';
import { languageNames, languages, useTexts } from '../../i18n/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLink } from '../shell/LanguageLink.tsx';
import classes from './Card.module.css';

interface CardProps {
  /** At the left side of a wide screen; otherwise in the middle. */
  readonly isAtSide?: boolean;
  readonly children: ReactNode;
}

/** The one thing on a page without menus: name, content, languages. */
export function Card({ isAtSide = false, children }: CardProps) {
  const { t } = useTexts();
  return (
    <div className={classes.place} data-side={isAtSide || undefined} data-scrolls>
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
