import { useEffect } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './HelpLine.module.css';
import { helpText } from './helpText.ts';
import { findToolIcon } from './toolList.ts';

/** One line on the map with the active tool and the effect of a click. Screen readers announce its changes. */
export function HelpLine() {
  const { t } = useTexts();
  const map = useMap();
  const tool = useStore(map.tool);
  const help = helpText(tool, { t, isTouch: useIsBelow('narrow') });
  useEffect(
    () =>
      map.on('toolFailed', ({ error, retry }) =>
        showToast({
          kind: 'error',
          message: errorText(t, error),
          action: { label: t('COMMON.RETRY'), onAct: retry },
        }),
      ),
    [map, t],
  );
  const isDrawing = help !== null && tool.action !== 'SelectObject';
  // On a phone the select tool needs no explanation, and the position step has its own.
  const isPlain = !isDrawing || tool.placement === 'centre';
  const ToolIcon = findToolIcon(tool.action);
  return (
    <div
      role="status"
      className={classes.line}
      data-empty={help === null || undefined}
      data-plain={isPlain || undefined}
    >
      {help !== null && (
        <>
          {ToolIcon && <ToolIcon size={16} aria-hidden="true" />}
          <strong className={classes.name}>{help.name}</strong>
          <span className={tool.step === 'crossing' ? classes.problem : ''}>{help.text}</span>
          {help.note !== undefined && <span className={classes.note}>{help.note}</span>}
        </>
      )}
      {isDrawing && (
        <span className={classes.keys}>
          <kbd className={classes.key}>Esc</kbd>{' '}
          {t(tool.action === 'DragObject' ? 'MAP.HELP.ESC_LEAVE' : 'MAP.HELP.ESC')}
        </span>
      )}
    </div>
  );
}
