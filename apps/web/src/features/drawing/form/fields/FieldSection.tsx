import { IconAlertCircle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import classes from './FieldSection.module.css';

interface FieldSectionProps {
  readonly title: string;
  /** Number of fields in it with an error; a section with errors stays open. */
  readonly errorCount: number;
  readonly children: ReactNode;
}

/** Fields of a layer under a heading that folds them. */
export function FieldSection({ title, errorCount, children }: FieldSectionProps) {
  const { t } = useTexts();
  const [isFolded, setFolded] = useState(false);
  const bodyId = useId();
  const isOpen = !isFolded || errorCount > 0;
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setFolded(isOpen)}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <span className={classes.title}>{title}</span>
          {errorCount > 0 && (
            <span className={classes.errors}>
              <IconAlertCircle size={12} aria-hidden="true" /> {t('FIELDS.TO_FIX', { count: errorCount })}
            </span>
          )}
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen} className={classes.body}>
        {children}
      </div>
    </section>
  );
}
