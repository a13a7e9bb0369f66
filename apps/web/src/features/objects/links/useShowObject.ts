import { useCallback } from 'react';
import { loadCode } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useLayerList } from '../useLayerList.ts';
import type { ShowOptions } from './showObject.ts';

/** Most visitors come without a link to an object. */
const loadShowObject = () => loadCode(() => import('./showObject.ts'));

/** Returns a function that shows an object, or says that it cannot; undefined until the layers have loaded. */
export function useShowObject(): ((id: number, options?: ShowOptions) => void) | undefined {
  const map = useMap();
  const { t } = useTexts();
  const { data: groups } = useLayerList();
  const show = useCallback(
    (id: number, options: ShowOptions = {}) => {
      loadShowObject()
        .then(({ showObject }) => showObject(map, groups ?? [], id, options))
        .catch((cause: unknown) => {
          showToast({ kind: 'error', message: errorText(t, cause) });
        });
    },
    [map, groups, t],
  );
  return groups && show;
}
