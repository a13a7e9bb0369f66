import { ActionIcon } from '@mantine/core';
import type { Classifier } from '@pgis/contract';
import { IconPencil } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import { useSession } from '../session/index.ts';
import { canReadLayer } from './canReadLayer.ts';
import { openTreeNodeDialog } from './dialog/dialogState.ts';

interface EditLayerButtonProps {
  readonly layer: Pick<Classifier, 'id' | 'name' | 'companyId' | 'unitId'>;
  readonly className?: string;
}

/** LIST-05: opens the dialog of a layer; disabled without Read in the layer's unit. */
export function EditLayerButton({ layer, className = '' }: EditLayerButtonProps) {
  const { t } = useTexts();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Tooltip label={t('CLASSIFIERS.EDIT_LAYER')}>
      <ActionIcon
        className={className}
        disabled={!canReadLayer(user, layer)}
        aria-label={t('CLASSIFIERS.EDIT_LAYER_OF', { layer: layer.name })}
        onClick={() => openTreeNodeDialog({ kind: 'edit', what: 'layer', id: layer.id })}
      >
        <IconPencil size="var(--icon-size)" />
      </ActionIcon>
    </Tooltip>
  );
}
