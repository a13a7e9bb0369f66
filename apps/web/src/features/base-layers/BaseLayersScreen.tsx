import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { IconFileDatabase, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { baseLayersQuery } from '../../layers/layerQueries.ts';
import { SourcePreview } from '../../layers/source-preview/SourcePreview.tsx';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { BaseLayerDialog } from './BaseLayerDialog.tsx';
import classes from './BaseLayersScreen.module.css';
import { removeBaseLayer } from './baseLayerQueries.ts';

/** The map keeps its list longer than the screen that edits it. */
const STALE_MS = 30_000;

/** D-LAYER-01: the base layers and overlays of the company and of the product. */
export function BaseLayersScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const [edited, setEdited] = useState<MapLayer | 'new' | 'archive' | null>(null);
  const layers = useQuery({ ...baseLayersQuery(user?.userId ?? null), staleTime: STALE_MS });
  const { run: remove } = useAction(removeBaseLayer, (_data, { name }) => t('BASE_LAYERS.DELETED', { name }));
  const close = () => setEdited(null);
  const closeSaved = () => {
    close();
    showToast({ kind: 'success', message: t('BASE_LAYERS.SAVED') });
  };
  const confirmRemoval = async (layer: MapLayer) => {
    const message = t('BASE_LAYERS.CONFIRM_DELETE', { name: layer.name });
    if (await confirm({ message, isDestructive: true })) remove(layer);
  };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('MY_PGIS.BASE_LAYERS')}</h1>
        <Button
          variant="default"
          leftSection={<IconFileDatabase size={16} />}
          onClick={() => setEdited('archive')}
        >
          {t('BASE_LAYERS.ADD_ARCHIVE')}
        </Button>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('BASE_LAYERS.ADD')}
        </Button>
      </header>
      {layers.isPending ? (
        <Skeleton height={200} />
      ) : layers.isError ? (
        <EmptyState
          title={t('CLASSIFIERS.NOT_LOADED')}
          text={errorText(t, layers.error)}
          actions={<Button onClick={() => void layers.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : (
        <ul className={classes.list}>
          {layers.data.map((layer) => (
            <Row
              key={layer.id}
              layer={layer}
              onEdit={() => setEdited(layer)}
              onDelete={() => void confirmRemoval(layer)}
            />
          ))}
        </ul>
      )}
      {edited === 'archive' ? (
        <ArchiveDialog onClose={close} onSaved={closeSaved} />
      ) : edited !== null ? (
        <BaseLayerDialog layer={edited === 'new' ? null : edited} onClose={close} onSaved={closeSaved} />
      ) : null}
    </div>
  );
}

interface RowProps {
  readonly layer: MapLayer;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ layer, onEdit, onDelete }: RowProps) {
  const { t } = useTexts();
  const { name, group, overlay, sourceType, canEdit } = layer;
  return (
    <li className={classes.row}>
      <SourcePreview source={layer} name={name} />
      <div className={classes.texts}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.meta}>
          {[group, sourceType].filter((part) => part !== '').join(' · ')}{' '}
          <StatusBadge tone={overlay ? 'idea' : 'info'}>
            {t(overlay ? 'BASE_LAYERS.KIND_OVERLAY' : 'BASE_LAYERS.KIND_BASE')}
          </StatusBadge>
        </p>
      </div>
      {canEdit === true ? (
        <span className={classes.actions}>
          <Tooltip label={t('CLASSIFIERS.EDIT')}>
            <ActionIcon aria-label={t('BASE_LAYERS.EDIT_OF', { name })} onClick={onEdit}>
              <IconPencil size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('CLASSIFIERS.DELETE')}>
            <ActionIcon color="red" aria-label={t('BASE_LAYERS.DELETE_OF', { name })} onClick={onDelete}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </span>
      ) : (
        <span className={classes.builtIn}>{t('BASE_LAYERS.BUILT_IN')}</span>
      )}
    </li>
  );
}
