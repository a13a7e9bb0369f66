import { parseRule, ruleLabel } from '@pgis/cartography';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { StyleSwatch, type SwatchKind } from '../../../objects/index.ts';
import { type FieldRow, fieldReference } from '../../form/LayerValues.ts';
import { selectRule, selectRules, toggleRule } from '../draft/changeStyle.ts';
import { type SelectedRule, type StyleDraft, selectionOf } from '../draft/StyleDraft.ts';
import classes from './RuleList.module.css';

interface RuleListProps {
  readonly draft: StyleDraft;
  readonly fields: readonly FieldRow[];
  /** Geometry kind of most objects of the layer. */
  readonly kind: SwatchKind;
  /** True if a theme draws the layer, so that no rule can be selected. */
  readonly isResting: boolean;
  readonly marked: ReadonlySet<SelectedRule>;
  readonly onSelect: (draft: StyleDraft) => void;
}

/**
 * STYLE-03, RULE-01: Default and the rules in the order in which they are tried; scrolls after 14 rows. Shift selects all
 * rules up to another one, Ctrl one more, with the pointer and with the keys.
 */
export function RuleList({ draft, fields, kind, isResting, marked, onSelect }: RuleListProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  /** Row at which a selection with Shift begins. */
  const anchor = useRef<number | null>(null);
  const { fallback, rules, selected } = draft;
  const selection = selectionOf(draft);
  const rows = [
    { rule: 'default' as SelectedRule, style: fallback, label: 'Default', title: t('STYLE.DEFAULT_NOTE') },
    ...rules.map((style, index) => ({
      rule: index as SelectedRule,
      style,
      label: ruleLabel(style.rule ?? '', t('MAP.NO_NAME')),
      title: titleOf(style.rule ?? '', fields),
    })),
  ];
  const at = selected === 'default' ? 0 : selected + 1;
  useEffect(() => {
    box.current?.querySelector(`[data-row="${at}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const select = (index: number, { shiftKey, ctrlKey, metaKey }: Modifiers) => {
    const row = rows[index];
    if (row === undefined || isResting) return;
    if (shiftKey) {
      anchor.current ??= at;
      const [first, last] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      const between = rows.slice(first, last + 1).map(({ rule }) => rule);
      onSelect(selectRules(draft, [row.rule, ...between.filter((rule) => rule !== row.rule)]));
      return;
    }
    anchor.current = index;
    onSelect(ctrlKey || metaKey ? toggleRule(draft, row.rule) : selectRule(draft, row.rule));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const index = steps[event.key];
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
    if (isResting || (index === undefined && !isAll)) return;
    event.preventDefault();
    if (isAll)
      onSelect(
        selectRules(draft, [selected, ...rows.map(({ rule }) => rule).filter((rule) => rule !== selected)]),
      );
    else if (index !== undefined) select(index, { shiftKey: event.shiftKey, ctrlKey: false, metaKey: false });
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={t('STYLE.RULES')}
      aria-multiselectable="true"
      aria-disabled={isResting}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      className={classes.list}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ rule, style, label, title }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus.
        <div
          key={`${rule} ${style.rule ?? ''}`}
          id={`${id}-${index}`}
          data-row={index}
          role="option"
          aria-selected={selection.includes(rule)}
          data-current={index === at || undefined}
          title={title}
          className={classes.row}
          onClick={(event) => select(index, event)}
        >
          <StyleSwatch style={style} kind={kind} sizePx={18} />
          <span className={classes.label}>{label}</span>
          {marked.has(rule) && <IconAlertCircle size={14} className={classes.mark} />}
          {rule === 'default' && <IconLock size={14} className={classes.lock} />}
        </div>
      ))}
    </div>
  );
}

type Modifiers = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** The whole rule, with the current name of its field. */
function titleOf(name: string, fields: readonly FieldRow[]): string {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  const field = fields.find((one) => fieldReference(one) === rule.field);
  return `${field?.name ?? rule.field} = ${rule.value || '""'}`;
}
