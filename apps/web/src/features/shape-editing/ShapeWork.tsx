import type { Geom } from '@pgis/contract';
import { geometrySizeText } from '@pgis/geo';
import { IconArrowBackUp, IconArrowForwardUp, IconArrowsMove, IconCircleMinus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { type ShapeEdit, useMap } from '../../map/index.ts';
import { WorkBar, type WorkTool } from '../../ui/WorkBar.tsx';
import { useSnapTool } from '../map-tools/index.ts';
import { ChangedShape } from './ChangedShape.tsx';
import classes from './ShapeWork.module.css';
import { useShapeSaving } from './useShapeSaving.ts';

interface ShapeWorkProps {
  readonly edit: ShapeEdit;
  readonly base: Geom;
}

/** The bar of shape editing: undo and redo, moving parts, removing points, size, save and cancel. */
export default function ShapeWork({ edit, base }: ShapeWorkProps) {
  const { t } = useTexts();
  const map = useMap();
  const snapTool = useSnapTool();
  const { save, isSaving, theirs, takeTheirs } = useShapeSaving(base);
  const { shapes } = map;
  const isPoint = edit.kind === 'point';
  const steps: readonly WorkTool[] = [
    {
      label: t('MAP.SHAPE.UNDO'),
      hint: `${t('MAP.SHAPE.UNDO')} (Ctrl+Z)`,
      icon: <IconArrowBackUp size={20} />,
      isDisabled: !edit.canUndo,
      onClick: shapes.undo,
    },
    {
      label: t('MAP.SHAPE.REDO'),
      hint: `${t('MAP.SHAPE.REDO')} (Ctrl+Y)`,
      icon: <IconArrowForwardUp size={20} />,
      isDisabled: !edit.canRedo,
      onClick: shapes.redo,
    },
  ];
  const editTools: readonly WorkTool[] = [
    {
      label: t('MAP.SHAPE.REMOVE_POINT'),
      icon: <IconCircleMinus size={20} />,
      isDisabled: !edit.canRemove,
      onClick: shapes.removeSelected,
    },
    {
      label: t('MAP.SHAPE.WHOLE'),
      icon: <IconArrowsMove size={20} />,
      isOn: edit.isWhole,
      onClick: () => shapes.setWhole(!edit.isWhole),
    },
  ];
  return (
    <WorkBar
      title={t('MAP.SHAPE.TITLE')}
      tools={[...steps, ...(isPoint ? [] : editTools), snapTool]}
      cancel={{
        label: t('COMMON.CANCEL'),
        onClick: () => shapes.afterConfirm(() => {}),
      }}
      confirm={{
        label: t('COMMON.SAVE'),
        isDisabled: !edit.isDirty || edit.isCrossing,
        isBusy: isSaving,
        onClick: () => save(shapes.wkt),
      }}
    >
      {theirs !== null && <ChangedShape isSameShape={theirs.wkt === base.wkt} onTakeTheirs={takeTheirs} />}
      <ShapeState edit={edit} />
    </WorkBar>
  );
}

/** The size of the shape, the next step, and a note that it is not saved yet. */
function ShapeState({ edit }: { readonly edit: ShapeEdit }) {
  const { t, language } = useTexts();
  const size = geometrySizeText(edit.geometry, language);
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  const help = edit.isWhole
    ? 'MAP.SHAPE.HELP_WHOLE'
    : edit.kind === 'point'
      ? 'MAP.SHAPE.HELP_POINT'
      : isTouch
        ? 'MAP.SHAPE.HELP_TOUCH'
        : 'MAP.SHAPE.HELP';
  return (
    <div className={classes.state}>
      <p role="status" className={edit.isCrossing ? classes.problem : classes.help}>
        {t(edit.isCrossing ? 'MAP.SHAPE.CROSSING' : help)}
      </p>
      <p className={classes.facts}>
        {size !== '' && <b>{size}</b>}
        <span data-dirty={edit.isDirty || undefined} className={classes.saved}>
          {t(edit.isDirty ? 'MAP.SHAPE.CHANGED' : 'MAP.SHAPE.UNCHANGED')}
        </span>
      </p>
    </div>
  );
}
