import { Button } from '@mantine/core';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import type { FormEventHandler, ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { useSaveForm } from './useSaveForm.ts';

interface SaveFrameProps {
  readonly saving: ReturnType<typeof useSaveForm>;
  readonly isReadOnly: boolean;
  /** Text beside the button while there is no failure. */
  readonly note?: string | undefined;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A form with its failure and its button at the bottom. */
export function SaveFrame({ saving, isReadOnly, note, onSubmit, children }: SaveFrameProps) {
  const { t } = useTexts();
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      {children}
      <div className={classes.foot}>
        <div className={classes.footText}>
          {saving.failure !== null ? (
            <span role="alert" className={classes.failure}>
              <IconAlertCircle size={16} aria-hidden="true" /> {saving.failure}
            </span>
          ) : isReadOnly ? (
            <span className={classes.quiet}>
              <IconLock size={14} aria-hidden="true" /> {t('CLASSIFIERS.READ_ONLY')}
            </span>
          ) : (
            note !== undefined && <span>{note}</span>
          )}
        </div>
        {!isReadOnly && (
          <Button type="submit" loading={saving.isSaving} className={classes.save ?? ''}>
            {t('COMMON.SAVE')}
          </Button>
        )}
      </div>
    </form>
  );
}
