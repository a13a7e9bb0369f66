import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { FollowedList } from '../follows/index.ts';
import { useNotices, useSetNoticeMail } from './noticeQueries.ts';
import classes from './notices.module.css';

interface FollowsPanelProps {
  readonly userId: number;
  readonly onBack: () => void;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** List of the user's follows, behind the list of notices. */
export function FollowsPanel({ userId, onBack, onAdd, onClose }: FollowsPanelProps) {
  const { t } = useTexts();
  const { data } = useNotices(userId, false);
  const {
    mutate: setMail,
    variables: chosen,
    isPending,
  } = useSetNoticeMail((cause) => showToast({ kind: 'error', message: errorText(t, cause) }));
  const stored = data?.pages[0]?.mail;
  return (
    <>
      <div className={classes.head}>
        <IconButton label={t('NOTICES.BACK')} onClick={onBack}>
          <IconArrowLeft size={18} />
        </IconButton>
        <h2 className={classes.title}>{t('FOLLOWS.TITLE')}</h2>
        <IconButton label={t('COMMON.CLOSE')} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      <FollowedList
        userId={userId}
        workMail={isPending ? chosen : stored}
        onWorkMail={setMail}
        onAdd={onAdd}
      />
    </>
  );
}
