import type { ReporterPage } from '@pgis/contract';
import { IconCheck, IconTools, IconX } from '@tabler/icons-react';
import { formatDate, useTexts } from '../../i18n/index.ts';
import classes from './ReportSteps.module.css';
import { type Step, stepsOf } from './stepsOf.ts';

/** Received, in progress, done: the steps of a report with their dates. */
export function ReportSteps({ report }: { readonly report: ReporterPage }) {
  const { t } = useTexts();
  const nameOf = ({ name, state }: Step): string => {
    if (name === 'received')
      return t(report.state === 'waiting' ? 'CITIZEN.STEP.WAITING' : 'CITIZEN.STEP.RECEIVED');
    if (name === 'end') return report.state === 'closed' ? (report.status ?? '') : t('CITIZEN.STEP.DONE');
    return state === 'current' && report.status !== null ? report.status : t('CITIZEN.STEP.IN_PROGRESS');
  };
  return (
    <ol className={classes.steps} data-state={report.state}>
      {stepsOf(report).map((step, index) => (
        <li
          key={step.name}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            <Mark step={step} number={index + 1} isRefused={report.state === 'closed'} />
          </span>
          <span className={classes.name}>{nameOf(step)}</span>
          {step.at !== null && <small className="tabular">{formatDate(step.at)}</small>}
        </li>
      ))}
    </ol>
  );
}

interface MarkProps {
  readonly step: Step;
  readonly number: number;
  readonly isRefused: boolean;
}

function Mark({ step: { name, state }, number, isRefused }: MarkProps) {
  if (state === 'ahead') return number;
  if (name === 'inProgress' && state === 'current') return <IconTools size={16} />;
  return name === 'end' && isRefused ? <IconX size={16} /> : <IconCheck size={16} />;
}
