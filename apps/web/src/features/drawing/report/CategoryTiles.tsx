import { IconDots } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LayerSymbol, useFindLayer } from '../../objects/index.ts';
import type { AddableLayer } from '../form/useAddableLayers.ts';
import classes from './CitizenReport.module.css';

/** Tiles of the first view; the last one opens the others. */
const FIRST = 6;

interface CategoryTilesProps {
  readonly layers: readonly AddableLayer[];
  readonly selectedId: number | null;
  readonly onSelect: (layer: AddableLayer) => void;
}

/** "What is wrong?": the layers that are open for reports, with their symbols. */
export function CategoryTiles({ layers, selectedId, onSelect }: CategoryTilesProps) {
  const { t } = useTexts();
  const group = useId();
  const findLayer = useFindLayer();
  const [isOpen, setOpen] = useState(false);
  const isWhole = isOpen || layers.length <= FIRST;
  const first = layers.slice(0, FIRST - 1);
  const selected = layers.find(({ id }) => id === selectedId);
  const folded =
    selected === undefined || first.includes(selected) ? first : [...first.slice(0, -1), selected];
  return (
    <fieldset className={classes.categories}>
      <legend className={classes.question}>{t('CITIZEN.FORM.CATEGORY')}</legend>
      <div className={classes.tiles}>
        {(isWhole ? layers : folded).map((layer) => {
          const listed = findLayer(layer.id);
          return (
            <label key={layer.id} className={classes.tile}>
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                checked={layer.id === selectedId}
                onChange={() => onSelect(layer)}
              />
              <span className={classes.tileSymbol}>{listed && <LayerSymbol layer={listed} />}</span>
              <span className={classes.tileName}>{layer.name}</span>
            </label>
          );
        })}
        {!isWhole && (
          <button type="button" className={classes.tile} onClick={() => setOpen(true)}>
            <span className={classes.tileSymbol}>
              <IconDots size={20} aria-hidden="true" />
            </span>
            {t('CITIZEN.FORM.MORE')}
          </button>
        )}
      </div>
    </fieldset>
  );
}
