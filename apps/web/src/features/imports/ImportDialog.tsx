import type { Import } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { UnsavedWork } from '../../ui/unsaved-work/index.ts';
import { CompareStep } from './compare/CompareStep.tsx';
import { changeDraft, type DraftChange, type ImportDraft, mergeDraft } from './draft/importDraft.ts';
import { announceImport, uploadFiles, useImport } from './importQueries.ts';
import classes from './imports.module.css';
import type { OpenedImport } from './openedImport.ts';
import { DestinationStep } from './steps/DestinationStep.tsx';
import { FieldsStep } from './steps/FieldsStep.tsx';
import { FileStep } from './steps/FileStep.tsx';
import type { ImportStep } from './steps/importSteps.ts';
import { LocationStep } from './steps/LocationStep.tsx';
import { ResultStep } from './steps/ResultStep.tsx';
import { StepList } from './steps/StepList.tsx';

interface ImportDialogProps {
  readonly opened: OpenedImport;
  readonly onClose: () => void;
}

const WIDTH_PX = 1_160;

/** Five steps from a file to objects. Nothing is saved before the last one. */
export default function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const upload = useUpload(opened);
  const id = opened.kind === 'existing' ? opened.id : upload.id;
  const { data: one } = useImport(id);
  const names =
    opened.kind === 'files' ? opened.files.map(({ name }) => name) : one?.files.map(({ name }) => name);
  return (
    <DialogFrame
      title={
        <>
          {t('IMPORT.TITLE')} <small className={classes.files}>{names?.join(', ')}</small>
        </>
      }
      size={WIDTH_PX}
      fullScreen={isNarrow}
      classNames={{ content: classes.dialog ?? '', body: classes.dialogBody ?? '' }}
      onClose={onClose}
    >
      {upload.error !== undefined ? (
        <div className={classes.body}>
          <Notice tone="err" title={t('IMPORT.UPLOAD_FAILED')}>
            {errorText(t, upload.error)} {t('IMPORT.UPLOAD_AGAIN')}
          </Notice>
        </div>
      ) : (
        <ImportSteps one={one} sent={upload.sent} onClose={onClose} key={toReadingKey(one)} />
      )}
    </DialogFrame>
  );
}

/** Decisions about a file end when it is read in another way. */
const toReadingKey = (one: Import | undefined): string =>
  `${one?.id} ${one?.inspection?.layer} ${one?.inspection?.encoding?.name} ${one?.inspection?.join?.table}`;

interface UploadState {
  readonly id: number | null;
  /** Bytes of all files that have been sent. */
  readonly sent: number;
  readonly error: unknown;
}

/** Uploads the files of a dialog once; closing it stops, and the same files go on where they stopped. */
function useUpload(opened: OpenedImport): UploadState {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ id: null, sent: 0, error: undefined });
  const files = opened.kind === 'files' ? opened.files : undefined;
  useEffect(() => {
    if (files === undefined) return;
    const abort = new AbortController();
    const { signal } = abort;
    const run = async () => {
      const announced = await announceImport(files);
      if (signal.aborted) return;
      setState((before) => ({ ...before, id: announced.id }));
      await uploadFiles(announced, files, {
        signal,
        onProgress: (sent) => setState((before) => ({ ...before, sent })),
      });
      await client.invalidateQueries({ queryKey: ['import', announced.id] });
      await client.invalidateQueries({ queryKey: ['imports'] });
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error }));
    });
    return () => abort.abort();
  }, [files, client]);
  return state;
}

interface ImportStepsProps {
  readonly one: Import | undefined;
  readonly sent: number;
  readonly onClose: () => void;
}

function ImportSteps({ one, sent, onClose }: ImportStepsProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [step, setStep] = useState<ImportStep>('file');
  const [changed, setChanged] = useState<Partial<ImportDraft>>({});
  if (one === undefined)
    return (
      <>
        <StepList current="file" />
        <FileStep one={undefined} sent={sent} onClose={onClose} onNext={() => {}} />
      </>
    );
  const isRunning =
    one.state === 'importing' || one.state === 'done' || (one.state === 'failed' && one.inspection !== null);
  if (isRunning)
    return (
      <>
        <StepList current="result" />
        <ResultStep one={one} onClose={onClose} />
      </>
    );
  if (one.state === 'compared' && one.comparison !== null)
    return (
      <>
        <StepList current="destination" />
        <CompareStep
          one={one}
          comparison={one.comparison}
          onClose={onClose}
          key={one.comparison.comparedAt}
        />
      </>
    );
  const { inspection } = one;
  if (inspection === null || step === 'file')
    return (
      <>
        <StepList current="file" />
        <FileStep
          one={one}
          sent={sent}
          onClose={onClose}
          onNext={() => setStep('fields')}
          repairs={changed.repairs ?? true}
          onRepairs={(repairs) => setChanged({ ...changed, repairs })}
        />
      </>
    );
  const draft = mergeDraft(inspection, changed);
  const change = (next: DraftChange) => setChanged(changeDraft(changed, next));
  const goTo = (next: ImportStep) => setStep(next);
  const props = { one, inspection, draft, onChange: change, onGoTo: goTo };
  return (
    <>
      <UnsavedWork isChanged={Object.keys(changed).length > 0} />
      <StepList current={step} onSelect={goTo} />
      {isNarrow ? (
        <div className={classes.body}>
          <Notice tone="info" title={t('IMPORT.USE_COMPUTER')}>
            {t('IMPORT.USE_COMPUTER_TEXT')}
          </Notice>
        </div>
      ) : (
        <>
          {step === 'fields' && <FieldsStep {...props} />}
          {step === 'location' && <LocationStep {...props} />}
          {step === 'destination' && <DestinationStep {...props} />}
        </>
      )}
    </>
  );
}
