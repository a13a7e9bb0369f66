import { Button } from '@mantine/core';
import { type GeomStyle, MAX_STYLE_RULES } from '@pgis/cartography';
import { IconPlus } from '@tabler/icons-react';
import { useTexts } from '../../../../i18n/index.ts';
import { confirm } from '../../../../ui/dialogs/index.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { replaceRules } from '../draft/changeStyle.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import classes from './MakeRules.module.css';

interface RuleButtonsProps {
  readonly editor: StyleEditor;
  /** Rules that adding would append. */
  readonly added: readonly GeomStyle[];
  /** All rules of the style after replacing. */
  readonly replacing: readonly GeomStyle[];
  /** Number of rules that adding drops. */
  readonly droppedCount?: number;
  readonly note: string;
  readonly onAdd: () => void;
  readonly onReplaced?: () => void;
}

/** Adds the rules made to those of the style, or puts them in their place, which asks first. */
export function RuleButtons({
  editor,
  added,
  replacing,
  droppedCount = 0,
  note,
  onAdd,
  onReplaced,
}: RuleButtonsProps) {
  const { t } = useTexts();
  const { draft } = editor;
  const room = MAX_STYLE_RULES - 1 - draft.rules.length + droppedCount;
  const hasRules = draft.rules.length > 0;
  const isTooMany = added.length > room || replacing.length > MAX_STYLE_RULES - 1;

  const replace = async () => {
    if (!(await confirm({ message: t('GENERATE_WARNING'), isDestructive: true }))) return;
    editor.change(replaceRules(editor.latest().draft, replacing));
    showToast({ kind: 'success', message: t('STYLE.GENERATED', { count: replacing.length }) });
    onReplaced?.();
  };
  const add = () => {
    onAdd();
    showToast({ kind: 'success', message: t('STYLE.REFRESHED', { count: added.length }) });
  };
  return (
    <footer className={classes.foot}>
      <p role="status" className={isTooMany ? classes.error : classes.note}>
        {isTooMany ? t('STYLE.TOO_MANY_RULES', { limit: MAX_STYLE_RULES - 1 }) : note}
      </p>
      {hasRules && (
        <Button
          variant="default"
          disabled={replacing.length === 0 || replacing.length > MAX_STYLE_RULES - 1}
          onClick={() => void replace()}
        >
          {t('STYLE.REPLACE_RULES')}
        </Button>
      )}
      <Button
        leftSection={<IconPlus size={16} />}
        disabled={added.length === 0 || added.length > room}
        onClick={add}
      >
        {t('STYLE.ADD_RULES', { count: added.length })}
      </Button>
    </footer>
  );
}
