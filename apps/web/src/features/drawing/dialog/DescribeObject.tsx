import { Button } from '@mantine/core';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { AddObject } from '../add/AddObject.tsx';
import { EditObject } from '../edit/EditObject.tsx';
import { pickAddable, useAddableLayers } from '../form/useAddableLayers.ts';
import classes from './DrawDialog.module.css';
import type { DrawDialogState } from './drawDialogState.ts';
import { LoadingForm } from './LoadingForm.tsx';

interface DescribeObjectProps {
  readonly state: Extract<DrawDialogState, { kind: 'add' | 'edit' }>;
}

/** The form for a drawn shape or an object, with the layers it may go to. Loads on demand. */
export default function DescribeObject({ state }: DescribeObjectProps) {
  const { t } = useTexts();
  const tree = useAddableLayers();
  if (tree.isPending) return <LoadingForm kind={state.kind} />;
  if (tree.isError) {
    return (
      <EmptyState
        title={t('MAP.LAYERS_NOT_LOADED')}
        text={errorText(t, tree.error)}
        actions={<Button onClick={() => void tree.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  }
  const groups = pickAddable(tree.data, state.kind === 'edit' ? state.geom.classId : null);
  if (groups.length === 0) {
    return (
      <div className={classes.alone}>
        <Notice tone="warn">{t('NO_PERMISSIONS_TO_ADD')}</Notice>
      </div>
    );
  }
  return state.kind === 'add' ? (
    <AddObject
      key={state.idempotencyKey}
      groups={groups}
      drawing={state.drawing}
      idempotencyKey={state.idempotencyKey}
      begun={state.begun}
    />
  ) : (
    <EditObject groups={groups} geom={state.geom} startsAtComments={state.section === 'comments'} />
  );
}
