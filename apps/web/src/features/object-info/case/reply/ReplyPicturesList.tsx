import { useTexts } from '../../../../i18n/index.ts';
import { Notice } from '../../../../ui/forms/Notice.tsx';
import { RemoveFileButton } from '../../../files/index.ts';
import classes from './ReplyPicturesList.module.css';
import type { ReplyPictures } from './useReplyPictures.ts';

/** Pictures that go with the reply, and why the last one was not added. */
export function ReplyPicturesList({ pictures }: { readonly pictures: ReplyPictures }) {
  const { t } = useTexts();
  const { list, problem, isSending, remove } = pictures;
  return (
    <>
      {list.length > 0 && (
        <ul className={classes.list} aria-label={t('MAP.FILES.PENDING')}>
          {list.map((picture) => (
            <li key={picture.url} className={classes.picture}>
              <img src={picture.url} alt={picture.file.name} />
              <RemoveFileButton
                isSmall
                name={picture.file.name}
                disabled={isSending}
                onRemove={() => remove(picture)}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
    </>
  );
}
