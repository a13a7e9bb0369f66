import { Button } from '@mantine/core';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { type FormEventHandler, Fragment, type ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { DraftOffer } from '../../../ui/drafts/DraftOffer.tsx';
import { ChangedTreeNode } from '../conflict/ChangedTreeNode.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { TreeNodeValues } from './TreeNodeValues.ts';
import type { useSaveForm } from './useSaveForm.ts';

interface SaveFrameProps<Values extends TreeNodeValues> {
  readonly saving: ReturnType<typeof useSaveForm<Values>>;
  readonly isReadOnly: boolean;
  /** Text beside the button while there is no failure. */
  readonly note?: string | undefined;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A form with the draft of an earlier visit at the top, and its failure and its button at the bottom. */
export function SaveFrame<Values extends TreeNodeValues>(props: SaveFrameProps<Values>) {
  const { saving, isReadOnly, note, onSubmit, children } = props;
  const { t } = useTexts();
  const { conflict } = saving;
  if (conflict !== null) {
    return (
      <ChangedTreeNode
        key={conflict.version}
        conflict={conflict}
        isSaving={saving.isSaving}
        failure={saving.failure}
        onSave={saving.saveMerged}
      />
    );
  }
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      {!isReadOnly && (
        <DraftOffer
          draft={saving.draft}
          isTyped={saving.isChanged}
          isOutdated={saving.isOutdated}
          onContinue={saving.continueDraft}
        />
      )}
      <Fragment key={saving.inputsKey}>{children}</Fragment>
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
