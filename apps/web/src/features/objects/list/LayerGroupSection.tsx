import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from './LayerGroupSection.module.css';

interface LayerGroupSectionProps {
  readonly name: string;
  /** Number of its layers that are switched on. */
  readonly visibleCount: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A collapsible group of layers: its name and how many of its layers are switched on. */
export function LayerGroupSection({
  name,
  visibleCount,
  isOpen,
  onToggle,
  children,
}: LayerGroupSectionProps) {
  const { t } = useTexts();
  const bodyId = useId();
  return (
    <section className={classes.group}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span className={classes.name}>{name}</span>{' '}
          <span className={classes.count} data-zero={visibleCount === 0 || undefined}>
            {visibleCount}
            <span className="visually-hidden"> {t('MAP.VISIBLE_LAYERS', { count: visibleCount })}</span>
          </span>
        </button>
      </h3>
      <ul id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </section>
  );
}
