import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import { useStore } from '../../store/useStore.ts';
import { confirm } from '../dialogs/index.ts';
import classes from './DraftOffer.module.css';
import type { DraftRecorder } from './DraftRecorder.ts';

interface DraftOfferProps<Content> {
  readonly draft: DraftRecorder<Content>;
  /** True if continuing replaces what the user has typed meanwhile. */
  readonly isTyped: boolean;
  /** True if another user has saved the subject of the draft since it was begun. */
  readonly isOutdated?: (content: Content) => boolean;
  readonly onContinue: (content: Content) => void;
}

/** Offers the draft that an earlier visit has left; nothing while there is none. */
export function DraftOffer<Content>({ draft, isTyped, isOutdated, onContinue }: DraftOfferProps<Content>) {
  const { t } = useTexts();
  const offer = useStore(draft.offer);
  if (offer === null) return null;
  const takeUp = async () => {
    const question = { message: t('DRAFT.CONFIRM_CONTINUE'), isDestructive: true };
    if (isTyped && !(await confirm(question))) return;
    const content = draft.continueOffer();
    if (content !== undefined) onContinue(content);
  };
  return (
    <section className={classes.bar} role="status" aria-label={t('DRAFT.TITLE')}>
      <IconHistory size={16} aria-hidden="true" />
      <span className={classes.text}>
        {t('DRAFT.BEGUN', { time: formatDateTime(new Date(offer.begunAt)) })}
        {isOutdated?.(offer.content) === true && ` ${t('DRAFT.OUTDATED')}`}
      </span>
      <Button size="xs" variant="light" onClick={() => void takeUp()}>
        {t('DRAFT.CONTINUE')}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => draft.discardOffer()}>
        {t('DRAFT.DISCARD')}
      </Button>
    </section>
  );
}
