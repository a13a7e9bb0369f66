import { ActionIcon } from '@mantine/core';
import { findIcon } from '@pgis/cartography';
import { type PickerIcon, searchIcons } from '@pgis/cartography/icons';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { loadIconFonts } from '../../../../map/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { Tooltip } from '../../../../ui/popovers/index.ts';
import classes from './IconPicker.module.css';

interface IconPickerProps {
  readonly label: string;
  readonly value: string;
  /** True where several rules have different icons; none is selected then. */
  readonly isMixed: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (className: string) => void;
}

/** One icon per font, which is enough to load all fonts of the picker. */
const EVERY_FONT = {
  labelRules: ['fa-tree', 'far fa-bell', 'fg-compass'].map((pointIcon) => ({ pointIcon })),
};
const CELL_PX = 40;
/** STYLE-10. */
const HEIGHT_PX = 200;
/** STYLE-11. */
const SCROLL_AFTER_MS = 200;

/** STYLE-10: all icons of Font Awesome Free and font-gis; only those in view are in the document. */
export function IconPicker({ label, value, isMixed, error, isDisabled, onChange }: IconPickerProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const icons = useMemo(() => searchIcons(text), [text]);
  const labelId = useId();
  const countText = text === '' ? '' : t('STYLE.ICONS_FOUND', { count: icons.length });
  return (
    <div className={classes.picker}>
      <div className={classes.head}>
        <span id={labelId} className={classes.caption}>
          {label} {!isMixed && <b>{value === '' ? t('STYLE.NO_ICON') : value}</b>}
        </span>
        <TrimmedTextInput
          className={classes.search ?? ''}
          size="xs"
          aria-label={t('STYLE.SEARCH_ICON')}
          placeholder={t('STYLE.SEARCH_ICON')}
          leftSection={<IconSearch size={14} />}
          disabled={isDisabled}
          value={text}
          onChange={setText}
        />
        <Tooltip label={t('STYLE.TAKE_ICON_AWAY')}>
          <ActionIcon
            disabled={isDisabled || (value === '' && !isMixed)}
            aria-label={t('STYLE.TAKE_ICON_AWAY')}
            onClick={() => onChange('')}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <IconGrid
        icons={icons}
        labelId={labelId}
        value={isMixed ? '' : value}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      <p role="status" className={classes.note}>
        {countText}
      </p>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface IconGridProps {
  readonly icons: readonly PickerIcon[];
  readonly labelId: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (className: string) => void;
}

function IconGrid({ icons, labelId, value, isDisabled, onChange }: IconGridProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const optionId = useId();
  const { columns, top } = useWindow(box);
  const hasFonts = useEveryFont();
  const selected = icons.findIndex(({ className }) => className === value);
  const scrollTo = (index: number) => {
    const row = Math.floor(index / columns);
    box.current?.scrollTo({ top: row * CELL_PX - (HEIGHT_PX - CELL_PX) / 2 });
  };
  useScrollToSelected(box, selected, columns);

  const choose = (index: number) => {
    const icon = icons[index];
    if (icon === undefined || isDisabled) return;
    onChange(icon.className);
    scrollTo(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: selected + 1,
      ArrowLeft: selected - 1,
      ArrowDown: selected < 0 ? 0 : selected + columns,
      ArrowUp: selected - columns,
      Home: 0,
      End: icons.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const first = Math.max(0, Math.floor(top / CELL_PX) - 1) * columns;
  const visible = icons.slice(first, first + (HEIGHT_PX / CELL_PX + 3) * columns);
  // An option outside the view is not in the document and cannot be referred to.
  const isSelectedThere = selected >= first && selected < first + visible.length;
  return (
    <div
      ref={box}
      role="listbox"
      aria-labelledby={labelId}
      aria-disabled={isDisabled}
      aria-activedescendant={isSelectedThere ? `${optionId}-${selected}` : undefined}
      tabIndex={0}
      className={classes.box}
      onKeyDown={onKeyDown}
    >
      {icons.length === 0 && <p className={classes.empty}>{t('STYLE.NO_ICON_FOUND')}</p>}
      <div className={classes.sheet} style={{ height: Math.ceil(icons.length / columns) * CELL_PX }}>
        {visible.map((icon, offset) => (
          <IconOption
            key={icon.className}
            icon={icon}
            id={`${optionId}-${first + offset}`}
            index={first + offset}
            count={icons.length}
            columns={columns}
            isSelected={first + offset === selected}
            hasFont={hasFonts}
            onChoose={() => choose(first + offset)}
          />
        ))}
      </div>
    </div>
  );
}

interface IconOptionProps {
  readonly icon: PickerIcon;
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly columns: number;
  readonly isSelected: boolean;
  readonly hasFont: boolean;
  readonly onChoose: () => void;
}

function IconOption({ icon, id, index, count, columns, isSelected, hasFont, onChoose }: IconOptionProps) {
  const { className, label } = icon;
  const glyph = hasFont ? findIcon(className) : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-label={label}
      aria-setsize={count}
      aria-posinset={index + 1}
      title={`${label} (${className})`}
      className={classes.icon}
      style={{
        top: Math.floor(index / columns) * CELL_PX,
        left: (index % columns) * CELL_PX,
        fontFamily: glyph?.family,
      }}
      onClick={onChoose}
    >
      {glyph?.text}
    </div>
  );
}

/** Returns how many icons fit in a row, and how far the box is scrolled. */
function useWindow(box: React.RefObject<HTMLDivElement | null>) {
  const [state, setState] = useState({ columns: 8, top: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = () => {
      const columns = Math.max(1, Math.floor(element.clientWidth / CELL_PX));
      setState((before) =>
        before.columns === columns && before.top === element.scrollTop
          ? before
          : { columns, top: element.scrollTop },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box]);
  return state;
}

/** STYLE-11: scrolls to the initially selected icon after a moment. */
function useScrollToSelected(
  box: React.RefObject<HTMLDivElement | null>,
  selected: number,
  columns: number,
): void {
  const start = useRef({ selected, columns });
  if (start.current.selected === selected) start.current.columns = columns;
  useEffect(() => {
    const timer = setTimeout(() => {
      const { selected: index, columns: inRow } = start.current;
      const top = Math.floor(index / inRow) * CELL_PX - (HEIGHT_PX - CELL_PX) / 2;
      if (index >= 0) box.current?.scrollTo({ top });
    }, SCROLL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [box]);
}

function useEveryFont(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isCancelled = false;
    void loadIconFonts(EVERY_FONT).then(() => !isCancelled && setThere(true));
    return () => {
      isCancelled = true;
    };
  }, []);
  return isThere;
}
