import { useTexts } from '../../../i18n/index.ts';
import { FieldHandle } from './FieldHandle.tsx';
import classes from './Sections.module.css';

interface SectionsProps {
  readonly sections: readonly string[];
  readonly onMove: (from: number, to: number) => void;
}

/** The sections of the form, which are put in order as the fields are. One alone has no order. */
export function Sections({ sections, onMove }: SectionsProps) {
  const { t } = useTexts();
  if (sections.length < 2) return null;
  return (
    <section aria-label={t('FIELDS.SECTION_ORDER')} className={classes.sections}>
      <p className={classes.title}>{t('FIELDS.SECTION_ORDER')}</p>
      <ul className={classes.list}>
        {sections.map((section, index) => (
          <li key={section} className={classes.row} data-field-index={index}>
            <FieldHandle
              field={section}
              index={index}
              count={sections.length}
              isDisabled={false}
              onMove={(to) => onMove(index, to)}
            />
            <span className={classes.name}>{section}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
