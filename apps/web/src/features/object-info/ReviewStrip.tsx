import { Button } from '@mantine/core';
import { type Geom, limits } from '@pgis/contract';
import { IconCheck, IconEye, IconEyeOff, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { type Decision, useReviewObject } from '../../objects/useReviewObject.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useShowObject, useWaitingCount } from '../objects/index.ts';
import classes from './ReviewStrip.module.css';

interface ReviewStripProps {
  readonly geom: Geom;
  /** True while the user is asked for the reason for hiding the object. */
  readonly isHiding: boolean;
  /** Cases are reviewed one after another: an approval opens the next. */
  readonly isCase: boolean;
  readonly onHidingChange: (isHiding: boolean) => void;
}

/** D-CLS-07: says that the public does not see the object and why, with actions for users who may decide about it. */
export default function ReviewStrip({ geom, isHiding, isCase, onHidingChange }: ReviewStripProps) {
  const { t } = useTexts();
  const { mutate, isPending } = useReviewObject(geom, { showObject: useShowObject(), opensNext: isCase });
  const { review, canWrite } = geom;
  const decide = (decision: Decision) => mutate(decision, { onSuccess: () => onHidingChange(false) });
  return (
    <section
      className={classes.strip}
      data-review={review ?? undefined}
      aria-label={t(review === 'waiting' ? 'MAP.REVIEW.WAITING' : 'MAP.REVIEW.HIDDEN')}
    >
      <State geom={geom} isCase={isCase} />
      {isHiding ? (
        <ReasonForm
          isBusy={isPending}
          onCancel={() => onHidingChange(false)}
          onHide={(reason) => decide({ kind: 'hide', reason })}
        />
      ) : (
        canWrite && (
          <div className={classes.buttons}>
            {review === 'waiting' ? (
              <>
                <Button
                  size="xs"
                  loading={isPending}
                  leftSection={<IconCheck size={16} />}
                  onClick={() => decide({ kind: 'approve' })}
                >
                  {t(isCase ? 'MAP.REVIEW.APPROVE_NEXT' : 'MAP.REVIEW.APPROVE')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEyeOff size={16} />}
                  onClick={() => onHidingChange(true)}
                >
                  {t('MAP.REVIEW.HIDE')}
                </Button>
              </>
            ) : (
              <Button
                size="xs"
                variant="default"
                loading={isPending}
                leftSection={<IconEye size={16} />}
                onClick={() => decide({ kind: 'unhide' })}
              >
                {t('MAP.REVIEW.UNHIDE')}
              </Button>
            )}
          </div>
        )
      )}
    </section>
  );
}

function State({
  geom: { review, hiddenReason, canWrite },
  isCase,
}: Pick<ReviewStripProps, 'geom' | 'isCase'>) {
  const { t, language } = useTexts();
  const moreCount = useWaitingCount() - 1;
  if (review === null) return null;
  const isWaiting = review === 'waiting';
  const Mark = isWaiting ? IconHourglass : IconEyeOff;
  return (
    <>
      <p className={classes.title}>
        <Mark size={16} aria-hidden="true" />
        <strong>{t(isWaiting ? 'MAP.REVIEW.WAITING' : 'MAP.REVIEW.HIDDEN')}</strong>
        {isCase && isWaiting && canWrite && moreCount > 0 && (
          <span className={classes.more}>
            {t('MAP.REVIEW.MORE', { number: formatNumber(moreCount, language) })}
          </span>
        )}
      </p>
      <p className={classes.text}>
        {isWaiting ? t('MAP.REVIEW.WAITING_TEXT') : `${t('MAP.REVIEW.REASON')}: ${hiddenReason}`}
      </p>
    </>
  );
}

interface ReasonFormProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onHide: (reason: string) => void;
}

function ReasonForm({ isBusy, onCancel, onHide }: ReasonFormProps) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setMissing(true);
        else onHide(reason.trim());
      }}
    >
      <TrimmedTextInput
        label={t('MAP.REVIEW.REASON')}
        description={t('MAP.REVIEW.HIDE_TEXT')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        required
        autoFocus
        autoComplete="off"
        maxLength={limits.hideReasonLength}
        value={reason}
        onChange={setReason}
        error={isMissing && reason.trim() === '' && t('REQUIRED')}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={isBusy} leftSection={<IconEyeOff size={16} />}>
          {t('MAP.REVIEW.HIDE_WITH_REASON')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('COMMON.CANCEL')}
        </Button>
      </div>
    </form>
  );
}
