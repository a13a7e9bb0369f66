import { ActionIcon, Button, Switch } from '@mantine/core';
import { type GeomFile, type ImageBox, limits } from '@pgis/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../../i18n/index.ts';
import { useImageChange } from '../../../../objects/useChangeImage.ts';
import { FormDialog } from '../../../../ui/forms/FormDialog.tsx';
import { useSave } from '../../../../ui/forms/useSave.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import classes from './ImageDialog.module.css';
import { middleBox, moveBox, type Point, toBox } from './imageBoxes.ts';

interface ImageDialogProps {
  readonly file: GeomFile;
  readonly onClose: () => void;
}

/** Dialog that decides whether the public gets nothing of an image, or all but the parts drawn here. */
export default function ImageDialog({ file, onClose }: ImageDialogProps) {
  const { t } = useTexts();
  const [isHidden, setHidden] = useState(file.isHidden);
  const [boxes, setBoxes] = useState<readonly ImageBox[]>(file.boxes);
  const saving = useSave(useImageChange(), {
    onSaved() {
      showToast({ kind: 'success', message: t('CASES.IMAGES.SAVED') });
      onClose();
    },
  });
  const isFull = boxes.length >= limits.imageBoxes;
  const adder = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    flushSync(() => setBoxes(boxes.toSpliced(index, 1)));
    // The buttons of the last one are gone, and with them the focus.
    if (index === boxes.length - 1) adder.current?.focus();
  };
  return (
    <FormDialog
      title={t('CASES.IMAGES.TITLE')}
      widthPx={720}
      saving={saving}
      isChanged={isHidden !== file.isHidden || boxes !== file.boxes}
      onSubmit={(event) => {
        event.preventDefault();
        saving.save({ file, change: { isHidden, boxes: [...boxes] } });
      }}
      onClose={onClose}
    >
      <p className={classes.note}>{t('CASES.IMAGES.NOTE')}</p>
      <BoxedImage file={file} boxes={boxes} isFull={isFull} onChange={setBoxes} onRemove={remove} />
      <div className={classes.foot}>
        <Button
          ref={adder}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() => setBoxes([...boxes, middleBox])}
        >
          {t('CASES.IMAGES.ADD_BOX')}
        </Button>
        <Switch
          label={t('CASES.IMAGES.HIDE_SWITCH')}
          checked={isHidden}
          onChange={({ currentTarget }) => setHidden(currentTarget.checked)}
        />
      </div>
    </FormDialog>
  );
}

interface BoxedImageProps {
  readonly file: GeomFile;
  readonly boxes: readonly ImageBox[];
  readonly isFull: boolean;
  readonly onChange: (boxes: readonly ImageBox[]) => void;
  readonly onRemove: (index: number) => void;
}

function positionOf({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** The image with its boxes; dragging draws another one. */
function BoxedImage({ file, boxes, isFull, onChange, onRemove }: BoxedImageProps) {
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point } | null>(null);
  const drawn = drag === null ? undefined : toBox(drag.from, drag.to);
  return (
    <div
      className={classes.image}
      onPointerDown={(event) => {
        // A button may be hit at its icon.
        if (isFull || (event.target as Element).closest('button') !== null) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = positionOf(event);
        setDrag({ from: at, to: at });
      }}
      onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: positionOf(event) })}
      onPointerUp={() => {
        setDrag(null);
        if (drawn !== undefined) onChange([...boxes, drawn]);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <img src={file.images?.preview} alt={file.description || file.name} draggable={false} />
      {boxes.map((box, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no names, and equal ones may lie on each other.
          key={index}
          box={box}
          number={index + 1}
          onMove={(next) => onChange(boxes.with(index, next))}
          onRemove={() => onRemove(index)}
        />
      ))}
      {drawn !== undefined && <span className={classes.box} style={styleOf(drawn)} />}
    </div>
  );
}

const percent = (share: number): string => `${share * 100}%`;
const styleOf = ({ x, y, width, height }: ImageBox) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

interface BoxProps {
  readonly box: ImageBox;
  readonly number: number;
  readonly onMove: (box: ImageBox) => void;
  readonly onRemove: () => void;
}

function Box({ box, number, onMove, onRemove }: BoxProps) {
  const { t } = useTexts();
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveBox(box, event);
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (moved === undefined && !isRemoval) return;
    event.preventDefault();
    if (moved !== undefined) onMove(moved);
    else onRemove();
  };
  return (
    <div className={classes.box} style={styleOf(box)}>
      <button
        type="button"
        className={classes.grip}
        aria-label={t('CASES.IMAGES.BOX', { number })}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        size="xs"
        variant="filled"
        className={classes.remove ?? ''}
        aria-label={t('CASES.IMAGES.REMOVE_BOX', { number })}
        onClick={onRemove}
      >
        <IconX size={12} />
      </ActionIcon>
    </div>
  );
}
