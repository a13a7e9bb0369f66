import { Button, Skeleton } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { DropToImport, ImportButton, ImportList } from '../imports/index.ts';
import { openTreeNodeDialog, TreeNodeDialog, useTree } from '../layer-editor/index.ts';
import { useSession } from '../session/index.ts';
import { filterTree } from './filterTree.ts';
import { GroupTable } from './GroupTable.tsx';
import classes from './TreeScreen.module.css';

interface TreeScreenProps {
  /** 1 for layers, 2 for statuses. */
  readonly baseId: 1 | 2;
}

/** One page for both trees: groups as tables, with search, counts, order and all actions. */
export function TreeScreen({ baseId }: TreeScreenProps) {
  const { t } = useTexts();
  const { levels, may } = useSession();
  const tree = useTree(baseId);
  const [text, setText] = useState('');
  const [savedId, setSavedId] = useState<number>();
  useEffect(() => {
    const row = savedId !== undefined && tree.data && document.querySelector(`[data-node="${savedId}"]`);
    if (!row) return;
    row.scrollIntoView({ block: 'nearest' });
    setSavedId(undefined);
  }, [savedId, tree.data]);
  const isLayers = baseId === 1;
  const mayAdd = levels.has(isLayers ? 'Admin' : 'Write');
  const groups = tree.data ?? [];
  const found = filterTree(groups, text);
  const addLayer = () => openTreeNodeDialog({ kind: 'add', what: 'layer', parentId: null });
  const addGroup = () =>
    openTreeNodeDialog({
      kind: 'add',
      what: isLayers ? 'group' : 'statusGroup',
      parentId: isLayers ? null : 2,
    });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t(isLayers ? 'MY_PGIS.LAYER_GROUPS' : 'MY_PGIS.STATUS_GROUPS')}</h1>
        <TrimmedTextInput
          className={classes.search ?? ''}
          leftSection={<IconSearch size={16} />}
          placeholder={t('CLASSIFIERS.SEARCH')}
          aria-label={t('CLASSIFIERS.SEARCH')}
          value={text}
          onChange={setText}
        />
        {isLayers && may('addObject') && <ImportButton />}
        {mayAdd && (
          <div className={classes.buttons}>
            {isLayers && (
              <Button leftSection={<IconPlus size={16} />} onClick={addLayer}>
                {t('CLASSIFIERS.ADD_LAYER')}
              </Button>
            )}
            <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={addGroup}>
              {t('CLASSIFIERS.ADD_GROUP')}
            </Button>
          </div>
        )}
      </header>
      {isLayers && may('addObject') && <ImportList />}
      {tree.isPending ? (
        <div aria-hidden="true" className={classes.loading}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={120} />
          ))}
        </div>
      ) : tree.isError ? (
        <EmptyState
          title={t('CLASSIFIERS.NOT_LOADED')}
          text={errorText(t, tree.error)}
          actions={<Button onClick={() => void tree.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : groups.length === 0 ? (
        <EmptyState icon={<IconStack2 />} title={t('CLASSIFIERS.EMPTY')} text={t('CLASSIFIERS.EMPTY_TEXT')} />
      ) : found.length === 0 ? (
        <EmptyState title={t('CLASSIFIERS.NOT_FOUND')} text={t('CLASSIFIERS.NOT_FOUND_TEXT')} />
      ) : (
        found.map((group) => (
          <GroupTable key={group.id} group={group} groups={groups} isFiltered={text.trim() !== ''} />
        ))
      )}
      <TreeNodeDialog onSaved={setSavedId} />
      {isLayers && <DropToImport />}
    </div>
  );
}
