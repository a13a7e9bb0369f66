import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from './popovers/index.ts';
import classes from './WorkBar.module.css';

export interface WorkTool {
  readonly label: string;
  /** Text of the tooltip; defaults to the label. */
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  /** For switches. */
  readonly isOn?: boolean;
}

interface WorkButton {
  readonly label: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
}

interface WorkBarProps {
  /** Name of the work, for screen readers. */
  readonly title: string;
  /** The first line. */
  readonly children?: ReactNode;
  readonly tools: readonly WorkTool[];
  readonly cancel: WorkButton;
  readonly confirm?: WorkButton | undefined;
}

/** Buttons for unfinished work on the map; on a phone at the bottom, within reach of the thumb. */
export function WorkBar({ title, children, tools, cancel, confirm }: WorkBarProps) {
  return (
    <section className={classes.bar} aria-label={title} data-work-bar>
      {children !== undefined && <div className={classes.line}>{children}</div>}
      <div className={classes.tools}>
        {tools.map(({ label, hint = label, icon, onClick, isDisabled = false, isOn }) => (
          <Tooltip key={label} label={hint}>
            <ActionIcon
              className={classes.tool ?? ''}
              aria-label={label}
              aria-pressed={isOn}
              disabled={isDisabled}
              onClick={onClick}
            >
              {icon}
            </ActionIcon>
          </Tooltip>
        ))}
        <span className={classes.grow} />
        <Button variant="default" className={classes.button ?? ''} onClick={cancel.onClick}>
          {cancel.label}
        </Button>
        {confirm && (
          <Button
            className={classes.button ?? ''}
            disabled={confirm.isDisabled ?? false}
            loading={confirm.isBusy ?? false}
            onClick={confirm.onClick}
          >
            {confirm.label}
          </Button>
        )}
      </div>
    </section>
  );
}
