import { Button, Portal } from '@mantine/core';
import { Suspense } from 'react';
import { type TFunction, useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { dialogLayout, setDialogMinimized } from './dialogLayout.ts';
import { closeTreeNodeDialog, type OpenTreeNodeDialog, treeNodeDialog } from './dialogState.ts';
import classes from './TreeNodeDialog.module.css';
import { TreeNodeFormSkeleton } from './TreeNodeFormSkeleton.tsx';

/** Few users change layers, so the form loads on demand. */
const OpenedTreeNode = lazyPart(() => import('./OpenedTreeNode.tsx'), LoadFailureNote);

/** STYLE-02: large with the rule list, medium without; groups and statuses have fewer fields. */
const size = { large: 1180, medium: 960, small: 520 } as const;

interface TreeNodeDialogProps {
  /** Called with the id of the saved node. */
  readonly onSaved?: (id: number) => void;
}

/** The dialog that adds, edits and duplicates layers, groups and statuses. Rendered once per screen. */
export function TreeNodeDialog({ onSaved }: TreeNodeDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const state = useStore(treeNodeDialog);
  const { isWide, isMinimized } = useStore(dialogLayout);
  if (state.kind === 'closed') return null;
  const isLayer = state.what === 'layer';
  return (
    <>
      {isMinimized && <MinimizedBar />}
      <DialogFrame
        onClose={closeTreeNodeDialog}
        title={titleOf(state, t)}
        size={isLayer ? (isWide ? size.large : size.medium) : size.small}
        trapFocus={!isMinimized}
        styles={isMinimized ? { root: { display: 'none' } } : {}}
        fullScreen={isNarrow}
        classNames={{ content: classes.content ?? '', body: classes.modalBody ?? '' }}
      >
        <Suspense fallback={<TreeNodeFormSkeleton />}>
          <OpenedTreeNode
            key={`${state.kind} ${'id' in state ? state.id : ''}`}
            state={state}
            onSaved={(id) => {
              closeTreeNodeDialog();
              onSaved?.(id);
            }}
          />
        </Suspense>
      </DialogFrame>
    </>
  );
}

/** Restores a minimised dialog. */
function MinimizedBar() {
  const { t } = useTexts();
  return (
    <Portal>
      <section className={classes.tucked} aria-label={t('STYLE.ON_MAP')} data-work-bar>
        <span>{t('STYLE.ON_MAP')}</span>
        <Button autoFocus onClick={() => setDialogMinimized(false)}>
          {t('STYLE.BACK')}
        </Button>
      </section>
    </Portal>
  );
}

/** CLS-01. */
function titleOf(state: OpenTreeNodeDialog, t: TFunction): string {
  if (state.kind === 'duplicate') return t('CLASSIFIERS.DUPLICATE_TITLE');
  if (state.kind === 'add') return t('CLASSIFIERS.ADD_TITLE');
  return state.what === 'group' ? t('CLASSIFIERS.EDIT_GROUP_TITLE') : t('CLASSIFIERS.EDIT_TITLE');
}
