import { parseRule, ruleLabel } from '@pgis/cartography';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { StyleSwatch, type SwatchKind } from '../../../objects/index.ts';
import { type FieldRow, fieldReference } from '../../form/LayerValues.ts';
import type { SelectedRule, StyleDraft } from '../draft/StyleDraft.ts';
import classes from './RuleList.module.css';

interface RuleListProps {
  readonly draft: StyleDraft;
  readonly fields: readonly FieldRow[];
  /** Geometry kind of most objects of the layer. */
  readonly kind: SwatchKind;
  /** True if a theme draws the layer, so that no rule can be selected. */
  readonly isResting: boolean;
  readonly marked: ReadonlySet<SelectedRule>;
  readonly onSelect: (rule: SelectedRule) => void;
}

/** STYLE-03, RULE-01: Default and the rules in the order in which they are tried; scrolls after 14 rows. */
export function RuleList({ draft, fields, kind, isResting, marked, onSelect }: RuleListProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { fallback, rules, selected } = draft;
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

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const row = rows[steps[event.key] ?? -1];
    if (row === undefined || isResting) return;
    event.preventDefault();
    onSelect(row.rule);
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={t('STYLE.RULES')}
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
          aria-selected={index === at}
          title={title}
          className={classes.row}
          onClick={() => isResting || onSelect(rule)}
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

/** The whole rule, with the current name of its field. */
function titleOf(name: string, fields: readonly FieldRow[]): string {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  const field = fields.find((one) => fieldReference(one) === rule.field);
  return `${field?.name ?? rule.field} = ${rule.value || '""'}`;
}
