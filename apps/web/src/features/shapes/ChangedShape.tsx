import { Button } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import classes from './ShapeWork.module.css';

interface ChangedShapeProps {
  /** They have changed something else. */
  readonly isSameShape: boolean;
  readonly onTakeTheirs: () => void;
}

/** D-OBJ-05: both shapes are on the map; Save keeps mine, and this takes theirs. */
export function ChangedShape({ isSameShape, onTakeTheirs }: ChangedShapeProps) {
  const { t } = useTexts();
  return (
    <div role="alert" className={classes.conflict}>
      <div>
        <strong>{t('MAP.CHANGED.TITLE')}</strong>
        <p>{t(isSameShape ? 'MAP.SHAPE.CONFLICT_SAME' : 'MAP.SHAPE.CONFLICT_TEXT')}</p>
      </div>
      {!isSameShape && (
        <Button variant="default" onClick={onTakeTheirs}>
          {t('MAP.SHAPE.TAKE_THEIRS')}
        </Button>
      )}
    </div>
  );
}
