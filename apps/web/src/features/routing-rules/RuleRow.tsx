import { ActionIcon, Switch } from '@mantine/core';
import type { Language, RoutingRule } from '@pgis/contract';
import { IconArrowDown, IconArrowRight, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import classes from './routing.module.css';
import { areaText, effectTexts, layersText, type RuleNames, receiverText } from './ruleTexts.ts';

interface RuleRowProps {
  readonly rule: RoutingRule;
  /** Position, counted from 1. */
  readonly number: number;
  readonly count: number;
  readonly names: RuleNames;
  readonly language: Language;
  readonly onEdit: () => void;
  readonly onToggle: (isEnabled: boolean) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDelete: () => void;
}

/** A rule as a sentence: layers in an area, then unit and person. Alt and an arrow key move it. */
export function RuleRow(props: RuleRowProps) {
  const { rule, number, count, names, language, onEdit, onToggle, onMove, onDelete } = props;
  const { t } = useTexts();
  const area = areaText(rule, t);
  const effects = effectTexts(rule, names, t);
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  const label = (
    text: 'ROUTING.EDIT' | 'ROUTING.UP' | 'ROUTING.DOWN' | 'ROUTING.REMOVE' | 'ROUTING.ENABLED',
  ) => t(text, { number });
  return (
    <li className={classes.row} data-off={!rule.isEnabled || undefined} onKeyDown={moveByKey}>
      <span className={classes.number}>{number}</span>
      <div className={classes.when}>
        <b>{layersText(rule, names, t)}</b>
        {area !== undefined && <span>{area}</span>}
        {rule.words.length > 0 && <span>{t('ROUTING.WITH_WORDS', { words: rule.words.join(', ') })}</span>}
      </div>
      <IconArrowRight size={16} className={classes.arrow ?? ''} aria-hidden="true" />
      <div className={classes.then}>
        <b>{receiverText(rule, names, t)}</b>
        {effects.length > 0 && <span>{effects.join(' · ')}</span>}
      </div>
      <span className={classes.count}>
        {t('ROUTING.CAUGHT', { count: rule.caught, number: formatNumber(rule.caught, language) })}
      </span>
      <div className={classes.acts}>
        <Switch
          size="sm"
          aria-label={label('ROUTING.ENABLED')}
          checked={rule.isEnabled}
          onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
        />
        <ActionIcon aria-label={label('ROUTING.UP')} disabled={number === 1} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon aria-label={label('ROUTING.DOWN')} disabled={number === count} onClick={() => onMove(1)}>
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon aria-label={label('ROUTING.EDIT')} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={label('ROUTING.REMOVE')} onClick={onDelete}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </li>
  );
}
