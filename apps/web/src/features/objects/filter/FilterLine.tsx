import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import type { Layer } from '../useLayerList.ts';
import classes from './FilterLine.module.css';
import { type FilterValues, noFilter, setLayerFilter } from './layerFilters.ts';
import { useFindsNothing, useLayerFilter } from './useLayerFilter.ts';

/** The words load with the first filter. */
const FilterText = lazyPart(() => import('./FilterText.tsx'), LoadFailureNote);

/** The filter in words below the layer's name, with a button that removes it. */
export function FilterLine({ layer }: { readonly layer: Layer }) {
  const filter = useLayerFilter(layer);
  return filter === undefined ? null : <SetFilter layer={layer} filter={filter} />;
}

function SetFilter({ layer, filter }: { readonly layer: Layer; readonly filter: FilterValues }) {
  const { t } = useTexts();
  const findsNothing = useFindsNothing(layer.id, filter);
  return (
    <div className={classes.line}>
      <span className={classes.texts}>
        <Suspense>
          <FilterText layer={layer} filter={filter} />
        </Suspense>
        <span role="status" className={classes.nothing}>
          {findsNothing && t('MAP.FILTER.NO_MATCH')}
        </span>
      </span>
      <ActionIcon
        className={classes.clear ?? ''}
        aria-label={t('MAP.FILTER.CLEAR_OF', { layer: layer.name })}
        onClick={() => setLayerFilter(layer.id, noFilter)}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
