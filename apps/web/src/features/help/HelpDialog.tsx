import { Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import classes from './HelpDialog.module.css';
import { HelpFiles } from './HelpFiles.tsx';

interface HelpDialogProps {
  readonly onClose: () => void;
}

const keys = [
  { keys: ['HELP.KEY_NAME_ESC'], does: 'HELP.KEY_ESC' },
  { keys: ['HELP.KEY_NAME_BACKSPACE'], does: 'HELP.KEY_BACKSPACE' },
  { keys: ['HELP.KEY_NAME_CTRL_Z'], does: 'HELP.KEY_CTRL_Z' },
  { keys: ['HELP.KEY_NAME_ALT'], does: 'HELP.KEY_ALT' },
  { keys: ['HELP.KEY_NAME_COMMA'], does: 'HELP.KEY_COMMA' },
  { keys: ['+', '−'], does: 'HELP.KEY_PLUS_MINUS' },
  { keys: ['HELP.KEY_NAME_ARROWS'], does: 'HELP.KEY_ARROWS' },
  { keys: ['HELP.KEY_NAME_TAB'], does: 'HELP.KEY_TAB' },
] as const;

/** HEAD-02, HELP-01: how to use the map in a few lines, and the help files. */
export function HelpDialog({ onClose }: HelpDialogProps) {
  const { t } = useTexts();
  return (
    <DialogFrame onClose={onClose} title={t('HELP.TITLE')}>
      <HelpFiles />
      <h3 className={classes.title}>{t('HELP.MAP_TITLE')}</h3>
      <ul className={classes.list}>
        <li>{t('HELP.MAP_LOOK')}</li>
        <li>{t('HELP.MAP_LAYERS')}</li>
        <li>{t('HELP.MAP_ADD')}</li>
      </ul>
      <h3 className={classes.title}>{t('HELP.KEYS_TITLE')}</h3>
      <dl className={classes.keys}>
        {keys.map((row) => (
          <div key={row.does} style={{ display: 'contents' }}>
            <dt>
              {row.keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key === '+' || key === '−' ? key : t(key)}
                </kbd>
              ))}
            </dt>
            <dd>{t(row.does)}</dd>
          </div>
        ))}
      </dl>
      <Group justify="space-between">
        {/* LAY-17: on narrow screens pages of the map have no footer, and visitors no menu. */}
        <span className={classes.version}>{t('SHELL.VERSION', { version: readSettings().version })}</span>
        <Button onClick={onClose} data-autofocus>
          {t('COMMON.CLOSE')}
        </Button>
      </Group>
    </DialogFrame>
  );
}
