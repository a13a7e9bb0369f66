import { Button } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { CommentList } from '../comments/index.ts';
import { openEditDialog } from '../drawing/index.ts';
import classes from './ObjectInfoTab.module.css';

/** The comments of an object, read-only; a button opens the form that adds one. */
export function Comments({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const { comments, canWrite } = geom;
  if (comments.length === 0 && !canWrite) return null;
  return (
    <section aria-label={t('MAP.COMMENTS.TITLE')}>
      <div className={classes.commentsHead}>
        <h3 className={classes.commentsCaption}>{t('MAP.COMMENTS.TITLE')}</h3>
        {comments.length > 0 && <span className={classes.commentCount}>{comments.length}</span>}
        {canWrite && (
          <Button
            variant="subtle"
            size="xs"
            className={classes.addComment ?? ''}
            leftSection={<IconMessagePlus size={16} />}
            onClick={() => openEditDialog(geom, 'comments')}
          >
            {t('MAP.COMMENTS.ADD')}
          </Button>
        )}
      </div>
      <div className={classes.comments}>
        <CommentList comments={comments} />
      </div>
    </section>
  );
}
