import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../imports.module.css';
import { type ImportStep, importSteps } from './importSteps.ts';

const labels = {
  file: 'IMPORT.STEP_FILE',
  fields: 'IMPORT.STEP_FIELDS',
  location: 'IMPORT.STEP_LOCATION',
  destination: 'IMPORT.STEP_DESTINATION',
  result: 'IMPORT.STEP_RESULT',
} as const;

interface StepListProps {
  readonly current: ImportStep;
  /** Goes back to a step that is done. */
  readonly onSelect?: (step: ImportStep) => void;
}

/** The steps of an import; those that are done can be selected. */
export function StepList({ current, onSelect }: StepListProps) {
  const { t } = useTexts();
  const currentIndex = importSteps.indexOf(current);
  return (
    <div className={classes.stepBar}>
      <span className={classes.stepCount}>
        {t('IMPORT.STEP_OF', { number: currentIndex + 1, total: importSteps.length })}
      </span>
      <ol className={classes.steps}>
        {importSteps.map((step, index) => {
          const isDone = index < currentIndex;
          const content = (
            <>
              <span className={classes.stepNumber} aria-hidden="true">
                {isDone ? <IconCheck size={14} /> : index + 1}
              </span>
              {t(labels[step])}
            </>
          );
          return (
            <li
              key={step}
              className={classes.step}
              aria-current={step === current ? 'step' : undefined}
              data-done={isDone || undefined}
            >
              {isDone && onSelect !== undefined ? (
                <button type="button" className={classes.stepButton} onClick={() => onSelect(step)}>
                  {content}
                </button>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
