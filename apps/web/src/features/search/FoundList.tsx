import type { FoundPlace } from '@pgis/contract';
import { IconMapPin } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { LayerSymbol, type useFindLayer } from '../objects/index.ts';
import classes from './FoundList.module.css';
import { optionId } from './optionId.ts';

export interface FoundListProps {
  readonly id: string;
  readonly items: readonly FoundPlace[];
  /** Index of the item that Enter would select. */
  readonly activeIndex: number | undefined;
  readonly onSelect: (item: FoundPlace) => void;
  readonly findLayer: ReturnType<typeof useFindLayer>;
}

/** The results of a search. The input keeps the focus and names the active option. */
export function FoundList({ id, items, activeIndex, onSelect, findLayer }: FoundListProps) {
  const { t } = useTexts();
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('SEARCH.RESULTS')}
      className={classes.list}
      hidden={items.length === 0}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input.
        <div
          key={item.kind === 'object' ? item.id : `${item.name} ${item.lonLat}`}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          className={classes.option}
          onClick={() => onSelect(item)}
        >
          <FoundSymbol layer={item.kind === 'object' ? findLayer(item.layerId) : undefined} />
          <span className={classes.words}>
            <span className={classes.name}>{item.name || t('MAP.NO_NAME')}</span>{' '}
            <span className={classes.detail}>{item.detail}</span>
          </span>{' '}
          {item.kind === 'object' && <span className={classes.reference}>{item.reference}</span>}
        </div>
      ))}
    </div>
  );
}

/** The symbol of an object's layer, or a pin for a place. */
const FoundSymbol = ({ layer }: { readonly layer: ReturnType<ReturnType<typeof useFindLayer>> }) =>
  layer ? (
    <LayerSymbol layer={layer} />
  ) : (
    <IconMapPin size={16} aria-hidden="true" className={classes.icon} />
  );
