import { Button, Portal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useStore } from '../../map/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import classes from './ClassifierDialog.module.css';
import { classifierDialog, closeClassifierDialog, type OpenClassifierDialog } from './classifierDialog.ts';
import { dialogLook, setDialogTucked } from './dialogLook.ts';
import { LoadingForm } from './LoadingForm.tsx';

/** Few people change layers: the form comes when it is needed. */
const OpenedClassifier = lazy(() => import('./OpenedClassifier.tsx'));

/** STYLE-02: large with the rule list, medium without; groups and statuses have less to say. */
const size = { large: 1180, medium: 960, small: 520 } as const;

interface ClassifierDialogProps {
  /** With the id of what was saved. */
  readonly onSaved?: (id: number) => void;
}

/** The dialog that adds, edits and duplicates layers, groups and statuses. Stands once on a screen. */
export function ClassifierDialog({ onSaved }: ClassifierDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const state = useStore(classifierDialog);
  const { isWide, isTucked } = useStore(dialogLook);
  if (state.kind === 'closed') return null;
  const isLayer = state.what === 'layer';
  return (
    <>
      {isTucked && <TuckedBar />}
      <DialogFrame
        onClose={closeClassifierDialog}
        title={titleOf(state, t)}
        size={isLayer ? (isWide ? size.large : size.medium) : size.small}
        trapFocus={!isTucked}
        styles={isTucked ? { root: { display: 'none' } } : {}}
        fullScreen={isNarrow}
        classNames={{ content: classes.content ?? '', body: classes.modalBody ?? '' }}
      >
        <Suspense fallback={<LoadingForm />}>
          <OpenedClassifier
            key={`${state.kind} ${'id' in state ? state.id : ''}`}
            state={state}
            onSaved={(id) => {
              closeClassifierDialog();
              onSaved?.(id);
            }}
          />
        </Suspense>
      </DialogFrame>
    </>
  );
}

/** The way back to a dialog that is tucked away. */
function TuckedBar() {
  const { t } = useTexts();
  return (
    <Portal>
      <section className={classes.tucked} aria-label={t('STYLE.ON_MAP')} data-work-bar>
        <span>{t('STYLE.ON_MAP')}</span>
        <Button autoFocus onClick={() => setDialogTucked(false)}>
          {t('STYLE.BACK')}
        </Button>
      </section>
    </Portal>
  );
}

/** CLS-01. */
function titleOf(state: OpenClassifierDialog, t: TFunction): string {
  if (state.kind === 'duplicate') return t('CLASSIFIERS.DUPLICATE_TITLE');
  if (state.kind === 'add') return t('CLASSIFIERS.ADD_TITLE');
  return state.what === 'group' ? t('CLASSIFIERS.EDIT_GROUP_TITLE') : t('CLASSIFIERS.EDIT_TITLE');
}
