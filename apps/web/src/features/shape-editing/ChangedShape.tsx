import { Button } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import classes from './ShapeWork.module.css';

interface ChangedShapeProps {
  /** True if the other user has changed something else than the shape. */
  readonly isSameShape: boolean;
  readonly onTakeTheirs: () => void;
}

/** D-OBJ-05: both shapes are on the map; Save stores the user's own, the button here takes the other one. */
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
