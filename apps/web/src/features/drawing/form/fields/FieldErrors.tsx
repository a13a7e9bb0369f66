import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { Notice } from '../../../../ui/forms/Notice.tsx';
import classes from './FieldErrors.module.css';
import { fieldInputId } from './fieldInputId.ts';

interface FieldErrorsProps {
  /** Names of the fields with an error, in the order of the form. */
  readonly fields: readonly string[];
  readonly labelOf: (field: string) => string;
  /** Rises with every refused Save; the summary takes the focus then. */
  readonly refusals: number;
}

/** Summary of the fields to correct; each name leads to its field. */
export function FieldErrors({ fields, labelOf, refusals }: FieldErrorsProps) {
  const { t } = useTexts();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (refusals > 0) first.current?.focus();
  }, [refusals]);
  if (fields.length === 0 || refusals === 0) return null;
  return (
    <Notice tone="err">
      <strong>{t('FIELDS.CHECK', { count: fields.length })}</strong>{' '}
      {fields.map((field, index) => (
        <span key={field}>
          {index > 0 && ', '}
          <button
            ref={index === 0 ? first : undefined}
            type="button"
            className={classes.link}
            onClick={() => document.getElementById(fieldInputId(field))?.focus()}
          >
            {labelOf(field)}
          </button>
        </span>
      ))}
    </Notice>
  );
}
