import type { FoundPlace } from '@pgis/contract';
import { IconMapPin, IconPointer } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import classes from './FoundList.module.css';

interface FoundListProps {
  readonly id: string;
  readonly items: readonly FoundPlace[];
  /** Index of the item that Enter would choose. */
  readonly active: number;
  readonly onChoose: (item: FoundPlace) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What a search found. The input keeps the focus and says which one is active. */
export function FoundList({ id, items, active, onChoose }: FoundListProps) {
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
          aria-selected={index === active}
          className={classes.option}
          onClick={() => onChoose(item)}
        >
          {item.kind === 'place' ? (
            <IconMapPin size={16} aria-hidden="true" className={classes.icon} />
          ) : (
            <IconPointer size={16} aria-hidden="true" className={classes.icon} />
          )}
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
