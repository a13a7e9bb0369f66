import type { Geom } from '@pgis/contract';
import { IconVectorSpline } from '@tabler/icons-react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { shapeBase } from './shapeBase.ts';

const isPoint = (wkt: string) => /^(MULTI)?POINT/.test(wkt);

/** Starts editing the shape of an object, with its whole geometry. */
export function EditShapeButton({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const map = useMap();
  const isEdited = useStore(map.shapes.state, (edit) => edit?.id === geom.id);
  const start = async () => {
    shapeBase.set(geom);
    try {
      if (await map.shapes.start(geom.id, geom.wkt)) return;
      showToast({ kind: 'error', message: t('MAP.SHAPE.NOT_EDITABLE') });
    } catch (cause) {
      const action = { label: t('COMMON.RETRY'), onAct: () => void start() };
      showToast({ kind: 'error', message: errorText(t, cause), action });
    }
  };
  return (
    <IconButton
      label={t(isPoint(geom.wkt) ? 'MAP.SHAPE.EDIT_POINT' : 'MAP.SHAPE.EDIT')}
      disabled={isEdited}
      onClick={() => void start()}
    >
      <IconVectorSpline size={18} />
    </IconButton>
  );
}
