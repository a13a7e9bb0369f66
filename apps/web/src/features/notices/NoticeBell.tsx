import { ActionIcon, Drawer, Popover } from '@mantine/core';
import { noticeLimits } from '@pgis/contract';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { FollowAreaDialog } from '../follows/index.ts';
import { FollowsPanel } from './FollowsPanel.tsx';
import { NoticePanel } from './NoticePanel.tsx';
import { useUnreadCount } from './noticeQueries.ts';
import classes from './notices.module.css';

/** Most that the badge shows; the server counts one more. */
const MAX_SHOWN = noticeLimits.counted - 1;

/** The bell of a signed-in user, with the number of unread notices. */
export function NoticeBell({ userId }: { readonly userId: number }) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [isOpen, setOpen] = useState(false);
  const [view, setView] = useState<'notices' | 'follows'>('notices');
  const [isAdding, setAdding] = useState(false);
  const unread = useUnreadCount(userId);
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
  const close = () => setOpen(false);
  const label = unread === 0 ? t('NOTICES.TITLE') : t('NOTICES.BELL', { number: shown });
  const button = (
    <ActionIcon
      className={classes.bell ?? ''}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      {...(isOpen && { variant: 'light', color: 'daugava' })}
      onClick={() => setOpen(!isOpen)}
    >
      <IconBell size={isNarrow ? 20 : 18} />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {shown}
        </span>
      )}
    </ActionIcon>
  );
  const panel =
    view === 'notices' ? (
      <NoticePanel userId={userId} unread={unread} onFollows={() => setView('follows')} onClose={close} />
    ) : (
      <FollowsPanel
        userId={userId}
        onBack={() => setView('notices')}
        onAdd={() => {
          close();
          setAdding(true);
        }}
        onClose={close}
      />
    );
  const dialog = isAdding && <FollowAreaDialog userId={userId} onClose={() => setAdding(false)} />;
  if (isNarrow)
    return (
      <>
        {button}
        {dialog}
        <Drawer.Root
          opened={isOpen}
          onClose={close}
          position="bottom"
          size="78%"
          // A list holds nothing that a click beside it could lose.
          closeOnClickOutside
          closeOnEscape
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('NOTICES.TITLE')} className={classes.sheet ?? ''}>
            <Drawer.Body className={classes.body ?? ''}>{panel}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      </>
    );
  return (
    <>
      {dialog}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width={400}
        shadow="md"
        radius="md"
        offset={6}
        trapFocus
        returnFocus
        withinPortal
        zIndex="var(--z-popover)"
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={t('NOTICES.TITLE')}>
          {panel}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
