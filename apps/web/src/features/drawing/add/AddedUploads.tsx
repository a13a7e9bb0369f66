import { Button } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { AttachmentProgress, type UseUploads } from '../../files/index.ts';
import classes from '../form/DrawForm.module.css';

interface AddedUploadsProps {
  readonly upload: UseUploads;
  readonly onLeave: () => void;
}

/** Uploads the files of an object that has just been added. */
export function AddedUploads({ upload, onLeave }: AddedUploadsProps) {
  const { t } = useTexts();
  const { uploads, isSending, hasFailed, retry } = upload;
  if (uploads === null) return null;
  return (
    <div className={classes.form}>
      <div className={classes.body}>
        <AttachmentProgress uploads={uploads} />
      </div>
      <div className={classes.foot}>
        {hasFailed && (
          <Button className={classes.save ?? ''} onClick={retry}>
            {t('COMMON.RETRY')}
          </Button>
        )}
        <Button
          variant="default"
          className={classes.save ?? ''}
          onClick={isSending ? uploads.cancelAll : onLeave}
        >
          {t(isSending ? 'MAP.FILES.CANCEL_ALL' : 'MAP.FILES.CONTINUE')}
        </Button>
      </div>
    </div>
  );
}
