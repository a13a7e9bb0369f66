import { Button } from '@mantine/core';
import { referenceOf } from '@pgis/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { CopyLinkButton, objectLink } from '../../objects/index.ts';
import { closeDrawDialog } from './drawDialogState.ts';
import classes from './ThankYou.module.css';

/** D-OBJ-13: shows a visitor the number of their report and a link back to it. */
export function ThankYou({ id, isWaiting }: { readonly id: number; readonly isWaiting: boolean }) {
  const { t, language } = useTexts();
  return (
    <div className={classes.box} role="status">
      <IconCircleCheck size={40} className={classes.mark} aria-hidden="true" />
      <p className={classes.text}>{t('MAP.THANKS.TEXT')}</p>
      {isWaiting && <p className={classes.text}>{t('MAP.THANKS.REVIEW_TEXT')}</p>}
      <p className={classes.number}>
        {t('MAP.THANKS.NUMBER')} <strong className="tabular">{referenceOf(id)}</strong>
      </p>
      <TrimmedTextInput
        className={classes.link ?? ''}
        label={t('MAP.THANKS.LINK')}
        value={objectLink(id, language)}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <CopyLinkButton objectId={id} />
        <Button onClick={closeDrawDialog} data-autofocus>
          {t('COMMON.CLOSE')}
        </Button>
      </div>
    </div>
  );
}
