import { IconMagnet, IconMagnetOff } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import type { WorkTool } from '../../ui/WorkBar.tsx';

/** The snapping switch, for drawing and for editing a shape. */
export function useSnapTool(): WorkTool {
  const { t } = useTexts();
  const map = useMap();
  const isOn = useStore(map.isSnapping);
  return {
    label: t('MAP.WORK.SNAP'),
    hint: t('MAP.WORK.SNAP_HINT'),
    icon: isOn ? <IconMagnet size={20} /> : <IconMagnetOff size={20} />,
    isOn,
    onClick: () => map.setSnapping(!isOn),
  };
}
