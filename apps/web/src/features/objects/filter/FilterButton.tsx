import { ActionIcon } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { lazyPopover, Tooltip } from '../../../ui/popovers/index.ts';
import rowClasses from '../list/LayerRow.module.css';
import type { Layer } from '../useLayerList.ts';
import classes from './FilterButton.module.css';
import { useLayerFilter } from './useLayerFilter.ts';

const Popover = lazyPopover<{ readonly layer: Layer }>('dialog', () => import('./FilterPopover.tsx'));

/** LIST-04: opens the object filter of a layer; tinted while one is set. */
export function FilterButton({ layer }: { readonly layer: Layer }) {
  const { t } = useTexts();
  const isSet = useLayerFilter(layer) !== undefined;
  return (
    <Popover
      layer={layer}
      button={
        <Tooltip label={t('MAP.FILTER.TITLE')}>
          <ActionIcon
            className={`${rowClasses.action} ${classes.button}`}
            data-set={isSet || undefined}
            aria-label={t(isSet ? 'MAP.FILTER.SET_OF' : 'MAP.FILTER.OF', { layer: layer.name })}
          >
            {isSet ? <IconFilterFilled size="var(--icon-size)" /> : <IconFilter size="var(--icon-size)" />}
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
