import { Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useStore } from '../../map/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import classes from './ClassifierDialog.module.css';
import { classifierDialog, closeClassifierDialog, type OpenClassifierDialog } from './classifierDialog.ts';
import { LoadingForm } from './LoadingForm.tsx';

/** Few people change layers: the form comes when it is needed. */
const OpenedClassifier = lazy(() => import('./OpenedClassifier.tsx'));

interface ClassifierDialogProps {
  /** With the id of what was saved. */
  readonly onSaved?: (id: number) => void;
}

/** The dialog that adds, edits and duplicates layers, groups and statuses. Stands once on a screen. */
export function ClassifierDialog({ onSaved }: ClassifierDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const state = useStore(classifierDialog);
  if (state.kind === 'closed') return null;
  const isLayer = state.what === 'layer';
  return (
    <Modal
      opened
      onClose={closeClassifierDialog}
      title={titleOf(state, t)}
      size={isLayer ? 1040 : 520}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
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
    </Modal>
  );
}

/** CLS-01. */
function titleOf(state: OpenClassifierDialog, t: TFunction): string {
  if (state.kind === 'duplicate') return t('CLASSIFIERS.DUPLICATE_TITLE');
  if (state.kind === 'add') return t('CLASSIFIERS.ADD_TITLE');
  return state.what === 'group' ? t('CLASSIFIERS.EDIT_GROUP_TITLE') : t('CLASSIFIERS.EDIT_TITLE');
}
