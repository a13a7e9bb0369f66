import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useTrail } from '../router/useTrail.ts';
import classes from './BreadcrumbBar.module.css';
import { LanguageMenu } from './language/LanguageMenu.tsx';

interface BreadcrumbBarProps {
  /** Content between the trail and the language menu, such as the search box of the map. */
  readonly search?: ReactNode;
}

/** BREAD-01, BREAD-02. */
export function BreadcrumbBar({ search }: BreadcrumbBarProps) {
  const { t } = useTexts();
  const trail = useTrail();
  const isNarrow = useIsBelow('narrow');
  return (
    <div className={classes.bar} data-testid="breadcrumb-bar">
      <nav aria-label={t('SHELL.BREADCRUMBS')} style={{ flex: 1, minWidth: 0 }}>
        <ol className={classes.trail}>
          {trail.map(({ title, path }, index) => (
            <li key={path} className={classes.step}>
              {index > 0 && <IconChevronRight size={12} aria-hidden="true" />}
              {index < trail.length - 1 ? (
                <Link to={path}>{t(title)}</Link>
              ) : (
                <span className={classes.here} aria-current="page">
                  {t(title)}
                </span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {search}
      {/* On a phone the header holds the same menu. */}
      {!isNarrow && <LanguageMenu />}
    </div>
  );
}
