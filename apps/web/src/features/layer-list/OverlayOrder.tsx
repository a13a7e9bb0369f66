import { ActionIcon } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { changePreferences, usePreferences } from '../../preferences/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import classes from './OverlayOrder.module.css';

interface OverlayOrderProps {
  /** The visible overlays, topmost first. */
  readonly overlays: readonly MapLayer[];
  readonly onRaise: (raised: { readonly id: number; readonly by: 1 | -1 }) => void;
}

/** An overlay that is less opaque could be mistaken for one that is off. */
const MIN_PERCENT = 10;

/** The overlays on the map, in the order in which they cover each other, each with its opacity. */
export function OverlayOrder({ overlays, onRaise }: OverlayOrderProps) {
  const { t } = useTexts();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.caption}>
        {t('MAP.OVERLAYS_ON_MAP')}
      </h3>
      <ul className={classes.list}>
        {overlays.map(({ id, name }, index) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>{name}</span>
            {overlays.length > 1 && (
              <>
                <MoveButton
                  label={t('MAP.OVERLAY_UP', { name })}
                  icon={<IconArrowUp size={14} />}
                  onMove={index > 0 && (() => onRaise({ id, by: 1 }))}
                />
                <MoveButton
                  label={t('MAP.OVERLAY_DOWN', { name })}
                  icon={<IconArrowDown size={14} />}
                  onMove={index < overlays.length - 1 && (() => onRaise({ id, by: -1 }))}
                />
              </>
            )}
            <Opacity id={id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** False at the end of the list. */
  readonly onMove: false | (() => void);
}

/** Keeps the focus at the end of the list, where a disabled button would lose it. */
function MoveButton({ label, icon, onMove }: MoveButtonProps) {
  const isAtEnd = onMove === false;
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.move ?? ''}
        aria-label={label}
        aria-disabled={isAtEnd}
        data-disabled={isAtEnd || undefined}
        onClick={() => !isAtEnd && onMove()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function Opacity({ id, name }: Pick<MapLayer, 'id' | 'name'>) {
  const { t } = useTexts();
  const { overlayOpacity = {} } = usePreferences();
  const percent = overlayOpacity[id] ?? 100;
  const change = (selected: number) => {
    const { [id]: _before, ...others } = overlayOpacity;
    changePreferences({ overlayOpacity: selected === 100 ? others : { ...others, [id]: selected } });
  };
  return (
    <span className={classes.opacity}>
      <input
        type="range"
        min={MIN_PERCENT}
        max={100}
        step={5}
        aria-label={t('MAP.OVERLAY_OPACITY', { name })}
        aria-valuetext={`${percent} %`}
        value={percent}
        onChange={(event) => change(event.currentTarget.valueAsNumber)}
      />
      <span className="tabular">{percent} %</span>
    </span>
  );
}
