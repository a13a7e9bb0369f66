import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { useTexts } from '../../i18n/index.ts';

interface LangLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path without language prefix, such as `/admin/log`. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly preload?: LinkProps['preload'];
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** SIDE-07: a link to a path in the current language. */
export function LangLink({ to, search, ...rest }: LangLinkProps) {
  const { language } = useTexts();
  return (
    <Link {...rest} to={`/${language}${to === '/' ? '' : to}`} {...(search !== undefined && { search })} />
  );
}
