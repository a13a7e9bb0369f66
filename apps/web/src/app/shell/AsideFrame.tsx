import { ActionIcon, Tabs } from '@mantine/core';
import { IconChevronsRight, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import classes from './AsideFrame.module.css';
import { layout, useLayoutState } from './layoutState.ts';
import { SheetHandle } from './SheetHandle.tsx';

export interface AsideTab {
  readonly id: string;
  readonly label: string;
  /** A Tabler icon; the frame gives it its size. */
  readonly icon: ReactNode;
  /** A count, for instance; hidden when empty or 0. */
  readonly badge?: string | number;
  /** Fills the panel and scrolls inside it. */
  readonly content: ReactNode;
}

interface AsideFrameProps {
  readonly tabs: readonly AsideTab[];
  readonly activeId: string;
  readonly onActiveIdChange: (id: string) => void;
  /** Content of the lowered sheet on a phone: the main action and shortcuts; defaults to the tabs. */
  readonly peek?: ReactNode;
}

/** The right aside: a rail of tabs with a panel left of it, on phones a sheet at the bottom. */
export function AsideFrame(props: AsideFrameProps) {
  const isNarrow = useIsBelow('narrow');
  const isTiny = useIsBelow('tiny');
  const { aside } = useLayoutState();
  const isOpen = aside === 'open';
  if (isNarrow && !isOpen) return <Peek {...props} />;
  if (aside === 'hidden') return null;
  return isNarrow && !isTiny ? <Sheet {...props} /> : <SidePanel {...props} isOpen={isOpen} />;
}

function SidePanel({ tabs, activeId, onActiveIdChange, isOpen }: AsideFrameProps & { isOpen: boolean }) {
  const { t } = useTexts();
  const active = tabs.find(({ id }) => id === activeId);
  const choose = (id: string | null) => {
    if (id === null) return;
    onActiveIdChange(id);
    if (!isOpen) layout.openAside();
  };
  return (
    <aside className={classes.aside} data-open={isOpen || undefined} aria-label={t('SHELL.ASIDE')}>
      <Tabs
        value={activeId}
        onChange={choose}
        orientation="vertical"
        placement="right"
        variant="none"
        classNames={{ root: classes.side ?? '', panel: classes.body ?? '' }}
      >
        <Tabs.List className={classes.rail}>
          {tabs.map(({ id, label, icon, badge }) => (
            <Tooltip key={id} label={label} position="left">
              <Tabs.Tab
                value={id}
                className={classes.tab}
                aria-label={spoken(label, badge)}
                // A click on the tab that is already active opens a minimised panel.
                onClick={() => choose(id)}
              >
                {icon}
                {badge ? <span className={classes.dot}>{badge}</span> : null}
              </Tabs.Tab>
            </Tooltip>
          ))}
        </Tabs.List>
        <div className={classes.panel} hidden={!isOpen}>
          <div className={classes.head}>
            <h2 className={classes.title}>{active?.label}</h2>
            <Tooltip label={t('SHELL.MINIMISE_ASIDE')}>
              <ActionIcon aria-label={t('SHELL.MINIMISE_ASIDE')} onClick={layout.minimiseAside}>
                <IconChevronsRight size={16} />
              </ActionIcon>
            </Tooltip>
          </div>
          <Panels tabs={tabs} />
        </div>
      </Tabs>
    </aside>
  );
}

function Sheet({ tabs, activeId, onActiveIdChange }: AsideFrameProps) {
  const { t } = useTexts();
  const { isSheetTall } = useLayoutState();
  return (
    <aside
      className={classes.sheet}
      data-open
      data-tall={isSheetTall || undefined}
      aria-label={t('SHELL.ASIDE')}
    >
      <SheetHandle isOpen />
      <h2 className="visually-hidden">{tabs.find(({ id }) => id === activeId)?.label}</h2>
      <Tabs
        value={activeId}
        onChange={(id) => id !== null && onActiveIdChange(id)}
        variant="none"
        classNames={{ root: classes.sheetTabs ?? '', panel: classes.body ?? '' }}
      >
        <div className={classes.sheetHead}>
          <Tabs.List className={classes.strip}>
            {tabs.map(({ id, label, icon, badge }) => (
              <Tabs.Tab
                key={id}
                value={id}
                className={classes.stripTab}
                aria-label={spoken(label, badge)}
                leftSection={icon}
                rightSection={badge ? <span className={classes.count}>{badge}</span> : undefined}
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <ActionIcon aria-label={t('SHELL.HIDE_ASIDE')} onClick={layout.hideAside}>
            <IconX size={20} />
          </ActionIcon>
        </div>
        <Panels tabs={tabs} />
      </Tabs>
    </aside>
  );
}

/** For screen readers: with a pause before the count. */
const spoken = (label: string, badge: AsideTab['badge']) => (badge ? `${label} ${badge}` : label);

function Panels({ tabs }: { readonly tabs: readonly AsideTab[] }) {
  return tabs.map(({ id, content }) => (
    <Tabs.Panel key={id} value={id}>
      {content}
    </Tabs.Panel>
  ));
}

function Peek({ tabs, onActiveIdChange, peek }: AsideFrameProps) {
  const { t } = useTexts();
  const open = (id: string) => {
    onActiveIdChange(id);
    layout.openAside();
  };
  return (
    <section className={classes.sheet} aria-label={t('SHELL.ASIDE')}>
      <SheetHandle isOpen={false} />
      {peek ?? (
        <div className={classes.shortcuts}>
          {tabs.map(({ id, label, icon, badge }) => (
            <button
              key={id}
              type="button"
              className={classes.shortcut}
              aria-label={spoken(label, badge)}
              onClick={() => open(id)}
            >
              {icon}
              <span className={classes.stripLabel}>{label}</span>
              {badge ? <span className={classes.count}>{badge}</span> : null}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
