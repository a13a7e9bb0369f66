import { Button } from '@mantine/core';
import { type Classifier, type ClassifierWithChildren, getClassifier } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClassifierForm } from './ClassifierForm.tsx';
import { type ClassifierValues, newValues, valuesOf } from './ClassifierValues.ts';
import type { OpenClassifierDialog } from './classifierDialog.ts';
import { LoadingForm } from './LoadingForm.tsx';
import { useClassifierTree } from './useClassifierTree.ts';

interface OpenedClassifierProps {
  readonly state: OpenClassifierDialog;
  readonly onSaved: (id: number) => void;
}

/** Reads what the dialog starts with: always from the server, whatever the lists still show. */
export default function OpenedClassifier({ state, onSaved }: OpenedClassifierProps) {
  const { t } = useTexts();
  const id = 'id' in state ? state.id : null;
  const tree = useClassifierTree(1);
  const opened = useQuery({
    queryKey: ['classifier', id],
    queryFn: ({ signal }) => callApi(getClassifier, { params: { classifierId: id ?? 0 }, signal }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = [opened, tree].find(({ isError }) => isError);
  if (failed) {
    return (
      <EmptyState
        title={t('CLASSIFIERS.NOT_LOADED')}
        text={errorText(t, failed.error)}
        actions={<Button onClick={() => void failed.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  }
  if (tree.data === undefined || (id !== null && opened.data === undefined)) return <LoadingForm />;
  return (
    <ClassifierForm
      state={state}
      opened={opened.data ?? null}
      groups={tree.data}
      initialValues={startValues(state, opened.data ?? null, tree.data)}
      onSaved={onSaved}
    />
  );
}

function startValues(
  state: OpenClassifierDialog,
  opened: Classifier | null,
  groups: readonly ClassifierWithChildren[],
): ClassifierValues {
  const groupName = (groupId: number | null) => groups.find(({ id }) => id === groupId)?.name ?? '';
  if (opened !== null) return valuesOf(opened, groupName(opened.id1)); // CLS-04
  return { ...newValues, group: state.kind === 'add' ? groupName(state.parentId) : '' };
}
