import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import rowClasses from '../list/LayerRow.module.css';
import type { Layer } from '../useLayerList.ts';
import classes from './FilterButton.module.css';
import { type FilterValues, noFilter, setLayerFilter } from './layerFilters.ts';
import { useLayerFilter } from './useLayerFilter.ts';

/** Filters are rarely used, so the form loads on demand. */
const LayerFilterForm = lazyPart(() => import('./LayerFilterForm.tsx'), LoadFailureNote);

/** LIST-04: opens the object filter of a layer; tinted while one is set. */
export function FilterButton({ layer }: { readonly layer: Layer }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const filter = useLayerFilter(layer);
  const isSet = filter !== undefined;
  // OFLT-05: submitting and clearing both apply the filter and close the popover.
  const emit = (values: FilterValues) => {
    setLayerFilter(layer.id, values);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      radius="md"
      width={280}
      offset={6}
      trapFocus
      returnFocus
      withinPortal
      zIndex="var(--z-popover)"
    >
      <Tooltip label={t('MAP.FILTER.TITLE')} disabled={isOpen}>
        <span>
          <Popover.Target>
            <ActionIcon
              className={`${rowClasses.action} ${classes.button}`}
              data-set={isSet || undefined}
              aria-label={t(isSet ? 'MAP.FILTER.SET_OF' : 'MAP.FILTER.OF', { layer: layer.name })}
              onClick={() => setOpen(!isOpen)}
            >
              {isSet ? <IconFilterFilled size="var(--icon-size)" /> : <IconFilter size="var(--icon-size)" />}
            </ActionIcon>
          </Popover.Target>
        </span>
      </Tooltip>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton height={150} />}>
          <LayerFilterForm layer={layer} filter={filter ?? noFilter} onEmit={emit} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
