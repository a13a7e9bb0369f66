import { ActionIcon, SegmentedControl, Select, Switch } from '@mantine/core';
import { THEMES, type ThemeName } from '@pgis/cartography';
import { IconClipboardCopy, IconClipboardText } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { fieldReference } from '../form/LayerValues.ts';
import { listRuleFields, pasteStyle, setTheme } from './draft/changeStyle.ts';
import { copiedStyle, copyStyle } from './draft/copiedStyle.ts';
import type { StyleEditor } from './draft/StyleEditor.ts';
import classes from './StylePanel.module.css';

const VIEWS = ['rules', 'size'] as const;
/** Part of the style that the panel edits. */
export type StyleView = (typeof VIEWS)[number];

interface StyleHeadProps {
  readonly editor: StyleEditor;
  readonly view: StyleView;
  readonly onView: (view: StyleView) => void;
  readonly isAdvanced: boolean;
  readonly onAdvanced: (isOn: boolean) => void;
}

/** STYLE-01, D-CLS-14: the properties of the style as a whole. */
export function StyleHead({ editor, view, onView, isAdvanced, onAdvanced }: StyleHeadProps) {
  const { t } = useTexts();
  const { draft, fields, isReadOnly, change } = editor;
  const copied = useStore(copiedStyle);

  const paste = () => {
    if (copied === null) return;
    const next = pasteStyle(draft, copied);
    change(next);
    const known = new Set(fields.map(fieldReference));
    const { sizeField = '' } = next.fallback;
    const used = new Set([...listRuleFields(next), ...(sizeField === '' ? [] : [sizeField])]);
    const missing = [...used].filter((field) => !known.has(field));
    showToast(
      missing.length === 0
        ? { kind: 'success', message: t('STYLE.PASTED') }
        : { kind: 'info', message: t('STYLE.PASTED_MISSING', { fields: missing.join(', ') }) },
    );
  };
  return (
    <div className={classes.head}>
      <Select
        className={classes.theme ?? ''}
        label={t('STYLE.THEME')}
        data={THEMES.map((theme) => ({ value: theme, label: t(`STYLE.THEMES.${theme}`) }))}
        value={draft.fallback.theme ?? 'none'}
        allowDeselect={false}
        disabled={isReadOnly}
        onChange={(theme) => theme !== null && change(setTheme(draft, theme as ThemeName))}
      />
      <SegmentedControl
        aria-label={t('STYLE.VIEW')}
        value={view}
        onChange={(next) => onView(next as StyleView)}
        data={VIEWS.map((value) => ({ value, label: t(`STYLE.VIEWS.${value}`) }))}
      />
      <span className={classes.actions}>
        <Tooltip label={t('STYLE.COPY')}>
          <ActionIcon
            aria-label={t('STYLE.COPY')}
            onClick={() => {
              copyStyle(draft);
              showToast({ kind: 'success', message: t('STYLE.COPIED') });
            }}
          >
            <IconClipboardCopy size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('STYLE.PASTE')}>
          <ActionIcon aria-label={t('STYLE.PASTE')} disabled={isReadOnly || copied === null} onClick={paste}>
            <IconClipboardText size={18} />
          </ActionIcon>
        </Tooltip>
      </span>
      <Switch
        label={t('STYLE.ADVANCED')}
        checked={isAdvanced}
        onChange={(event) => onAdvanced(event.currentTarget.checked)}
      />
    </div>
  );
}
