import { Button, Skeleton } from '@mantine/core';
import type { ShortLink } from '@pgis/contract';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { shortLink } from '../share/index.ts';
import classes from './profile.module.css';
import { linksQuery, turnOffLink } from './profileQueries.ts';

/** The short links that the user has made, each with how often it was opened, and a button that turns it off. */
export function MyLinks({ userId }: { readonly userId: number }) {
  const { t } = useTexts();
  const query = useQuery(linksQuery(userId));
  const { run: turnOff, isRunning } = useAction(turnOffLink(userId), () => t('PROFILE.LINK_TURNED_OFF'));
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  if (query.data === undefined) return <Skeleton height={200} />;
  if (query.data.length === 0) return <p className={classes.note}>{t('PROFILE.NO_LINKS')}</p>;
  return (
    <ul className={classes.sessions} aria-label={t('PROFILE.LINKS')}>
      {query.data.map((link) => (
        <LinkRow key={link.id} link={link} isBusy={isRunning} onTurnOff={() => turnOff(link.id)} />
      ))}
    </ul>
  );
}

interface LinkRowProps {
  readonly link: ShortLink;
  readonly isBusy: boolean;
  readonly onTurnOff: () => void;
}

function LinkRow({ link, isBusy, onTurnOff }: LinkRowProps) {
  const { t } = useTexts();
  const { code, createdAt, expiresAt, turnedOffAt, openedCount } = link;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const isOff = turnedOffAt !== null;
  const address = shortLink(code, null);
  const facts = [
    t('PROFILE.LINK_FACTS', { date: formatDateTime(createdAt) }),
    t('PROFILE.LINK_OPENED', { count: openedCount }),
    ...(expiresAt !== null && !isExpired && !isOff
      ? [t('PROFILE.LINK_EXPIRES', { date: formatDateTime(expiresAt) })]
      : []),
  ];
  const Icon = isOff || isExpired ? IconLinkOff : IconLink;
  return (
    <li className={classes.session}>
      <Icon size={22} aria-hidden="true" />
      <div className={classes.linkText}>
        <a className={classes.device} href={address} target="_blank" rel="noreferrer">
          {address.replace(/^https?:\/\//, '')}
        </a>
        <div className={classes.note}>{facts.join(' · ')}</div>
      </div>
      {isOff || isExpired ? (
        <span className={classes.note}>{t(isOff ? 'PROFILE.LINK_OFF' : 'PROFILE.LINK_EXPIRED')}</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={t('PROFILE.TURN_OFF_LINK', { code })}
          onClick={onTurnOff}
        >
          {t('PROFILE.TURN_OFF')}
        </Button>
      )}
    </li>
  );
}
