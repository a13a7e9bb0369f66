import { IconHourglass, IconInfoCircle, IconMap2, IconPointer, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWaitingCount } from '../../features/objects/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { layerSwitches } from '../../layers/layerSwitches.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { openTab } from './asideTab.ts';
import classes from './PhoneShortcuts.module.css';

/** The lowered sheet of a phone: the main action and shortcuts to layers, selection and base maps. */
export function PhoneShortcuts({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  const map = useMap();
  const { checkedIds } = useStore(layerSwitches);
  const action = useStore(map.tool, (tool) => tool.action);
  const waitingCount = useWaitingCount();
  const hasSelection = useStore(map.selection, (selection) => selection !== null);
  return (
    <div className={classes.box}>
      {children}
      <div className={classes.shortcuts}>
        <button type="button" className={classes.shortcut} onClick={() => openTab('controls')}>
          <IconStack2 size={18} aria-hidden="true" />
          {t('MAP.LAYERS')} <b className={classes.count}>{checkedIds.size}</b>
        </button>
        {waitingCount > 0 && (
          <button
            type="button"
            className={classes.shortcut}
            aria-label={t('MAP.REVIEW.COUNT', { count: waitingCount })}
            onClick={() => openTab('controls')}
          >
            <IconHourglass size={18} aria-hidden="true" />
            <b className={classes.count}>{waitingCount}</b>
          </button>
        )}
        {hasSelection ? (
          <button type="button" className={classes.shortcut} onClick={() => openTab('info')}>
            <IconInfoCircle size={18} aria-hidden="true" />
            {t('MAP.OBJECT_DATA')}
          </button>
        ) : (
          <button
            type="button"
            className={classes.shortcut}
            aria-pressed={action === 'SelectObject'}
            onClick={() => map.setTool('SelectObject')}
          >
            <IconPointer size={18} aria-hidden="true" />
            {t('MAP.TOOLS.SELECT.NAME')}
          </button>
        )}
        <button type="button" className={classes.shortcut} onClick={() => openTab('layers')}>
          <IconMap2 size={18} aria-hidden="true" />
          {t('MAP.BASE_MAP')}
        </button>
      </div>
    </div>
  );
}
