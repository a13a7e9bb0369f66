import { Button } from '@mantine/core';
import type { Classifier, Language } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { defaultLanguage, errorText, useTexts } from '../../../i18n/index.ts';
import { companyQuery } from '../../../layers/companyQuery.ts';
import { treeNodeQuery } from '../../../layers/layerEditorQueries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useSession } from '../../session/index.ts';
import { TreeNodeForm } from '../form/TreeNodeForm.tsx';
import { newValues, type TreeNodeValues, toValues } from '../form/TreeNodeValues.ts';
import { useTree } from '../useTree.ts';
import type { OpenTreeNodeDialog } from './dialogState.ts';
import { TreeNodeFormSkeleton } from './TreeNodeFormSkeleton.tsx';

interface OpenedTreeNodeProps {
  readonly state: OpenTreeNodeDialog;
  readonly onSaved: (id: number) => void;
}

/** Loads the current data for the form from the server, because the lists may show older data. */
export default function OpenedTreeNode({ state, onSaved }: OpenedTreeNodeProps) {
  const { t } = useTexts();
  const id = 'id' in state ? state.id : null;
  const tree = useTree(1);
  const opened = useQuery(treeNodeQuery(id));
  const { user } = useSession();
  const isNew = id === null;
  const company = useQuery({ ...companyQuery(user?.companyId ?? 0), enabled: isNew });
  const failed = [opened, tree, ...(isNew ? [company] : [])].find(({ isError }) => isError);
  if (failed) {
    return (
      <EmptyState
        title={t('CLASSIFIERS.NOT_LOADED')}
        text={errorText(t, failed.error)}
        actions={<Button onClick={() => void failed.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  }
  const isLoaded = (isNew ? company.data : opened.data) !== undefined;
  if (tree.data === undefined || !isLoaded) return <TreeNodeFormSkeleton />;
  return (
    <TreeNodeForm
      state={state}
      opened={opened.data ?? null}
      groups={tree.data}
      initialValues={startValues(state, opened.data ?? null, company.data?.language ?? defaultLanguage)}
      onSaved={onSaved}
    />
  );
}

function startValues(
  state: OpenTreeNodeDialog,
  opened: Classifier | null,
  companyLanguage: Language,
): TreeNodeValues {
  if (opened !== null) return toValues(state.what, opened); // CLS-04
  return newValues(state.what, { groupId: state.kind === 'add' ? state.parentId : null, companyLanguage });
}
