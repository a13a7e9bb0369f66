import { Link, useLocation } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { type Language, useTexts } from '../../../i18n/index.ts';
import { changePreferences } from '../../../preferences/index.ts';
import { inLanguage } from '../../router/languagePath.ts';

interface LanguageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: Language;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** The current page in another language; a preference remembers the language. */
export function LanguageLink({ to, onClick, ...rest }: LanguageLinkProps) {
  const { language } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <Link
      {...rest}
      to={inLanguage(pathname, to)}
      search={search}
      preload="intent"
      lang={to}
      aria-current={to === language ? 'true' : undefined}
      onClick={(event) => {
        changePreferences({ language: to });
        onClick?.(event);
      }}
    />
  );
}
