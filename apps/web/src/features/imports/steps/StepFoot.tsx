import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../imports.module.css';

interface StepFootProps {
  /** Sentence about what the step does. */
  readonly note?: ReactNode;
  readonly onBack?: () => void;
  readonly onCancel?: () => void;
  readonly nextText: string;
  readonly onNext: () => void;
  readonly isLocked?: boolean;
  readonly isBusy?: boolean;
}

/** Buttons of a step, pinned to the bottom of the dialog. */
export function StepFoot({
  note,
  onBack,
  onCancel,
  nextText,
  onNext,
  isLocked = false,
  isBusy = false,
}: StepFootProps) {
  const { t } = useTexts();
  return (
    <footer className={classes.foot}>
      <div className={classes.footNote}>{note}</div>
      <Group gap="sm">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('COMMON.CANCEL')}
          </Button>
        )}
        {onBack && (
          <Button variant="default" onClick={onBack}>
            {t('COMMON.BACK')}
          </Button>
        )}
        <Button onClick={onNext} disabled={isLocked} loading={isBusy}>
          {nextText}
        </Button>
      </Group>
    </footer>
  );
}
