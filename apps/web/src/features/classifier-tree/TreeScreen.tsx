import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClassifierDialog, openClassifierDialog, useClassifierTree } from '../classifiers/index.ts';
import { useSession } from '../session/index.ts';
import { findInTree } from './findInTree.ts';
import { GroupTable } from './GroupTable.tsx';
import classes from './TreeScreen.module.css';

interface TreeScreenProps {
  /** 1 layers, 2 statuses. */
  readonly baseId: 1 | 2;
}

/** One page for both trees: groups as tables, with search, counts, order and everything that can be done to a row. */
export function TreeScreen({ baseId }: TreeScreenProps) {
  const { t } = useTexts();
  const { levels } = useSession();
  const queryClient = useQueryClient();
  const tree = useClassifierTree(baseId);
  const [text, setText] = useState('');
  const isLayers = baseId === 1;
  const mayAdd = levels.has(isLayers ? 'Admin' : 'Write');
  const groups = tree.data ?? [];
  const found = findInTree(groups, text);
  const addLayer = () => openClassifierDialog({ kind: 'add', what: 'layer', parentId: null });
  const addGroup = () =>
    openClassifierDialog({
      kind: 'add',
      what: isLayers ? 'group' : 'statusGroup',
      parentId: isLayers ? null : 2,
    });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t(isLayers ? 'MY_PGIS.LAYER_GROUPS' : 'MY_PGIS.STATUS_GROUPS')}</h1>
        <TextInput
          className={classes.search ?? ''}
          leftSection={<IconSearch size={16} />}
          placeholder={t('CLASSIFIERS.SEARCH')}
          aria-label={t('CLASSIFIERS.SEARCH')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
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
      <ClassifierDialog onSaved={() => void queryClient.invalidateQueries({ queryKey: ['layer-list'] })} />
    </div>
  );
}
