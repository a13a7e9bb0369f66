import type { Import, ImportInspection } from '@pgis/contract';
import type { DraftChange, ImportDraft } from '../draft/importDraft.ts';
import type { ImportStep } from './importSteps.ts';

/** A step in which the user decides something about an inspected file. */
export interface StepProps {
  readonly one: Import;
  readonly inspection: ImportInspection;
  readonly draft: ImportDraft;
  readonly onChange: (change: DraftChange) => void;
  readonly onGoTo: (step: ImportStep) => void;
}
