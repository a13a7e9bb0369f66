import { Button, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconAlertCircle, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { showToast } from '../../../ui/toasts/index.ts';
import { useAttributions } from '../../layer-list/index.ts';
import { useSwitchedOnLayers } from '../../objects/index.ts';
import { useSession } from '../../session/index.ts';
import type { PrintProgress } from '../page/PrintProgress.ts';
import { type PrintResult, printMap } from '../page/printMap.ts';
import { companyLogoOf } from '../sheet/companyLogo.ts';
import { type SheetSources, screenScaleText } from '../sheet/makeSheet.ts';
import { firstChoice, orientations, type PrintChoice, papers, scales } from './PrintChoice.ts';
import classes from './PrintForm.module.css';
import { PrintPreview } from './PrintPreview.tsx';
import { PrintProgressBar } from './PrintProgressBar.tsx';

/** Characters that fit above and below the map. */
const textLimits = { header: 120, footer: 300 } as const;

interface PrintFormProps {
  readonly onDone: () => void;
}

/** PRINT-01: the settings of a printed map beside a preview of its page. */
export default function PrintForm({ onDone }: PrintFormProps) {
  const { t } = useTexts();
  const sources = useSheetSources();
  const [choice, setChoice] = useState(firstChoice);
  const change = (changes: Partial<PrintChoice>) => setChoice((before) => ({ ...before, ...changes }));
  const { print, progress, problem } = usePrinting(sources, onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    print(choice);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <PaperTexts choice={choice} onChange={change} />
          <PaperChoice choice={choice} onChange={change} sources={sources} />
        </div>
        <PrintPreview choice={choice} sources={sources} />
      </div>
      <div className={classes.foot}>
        {problem !== null && (
          <p role="alert" className={classes.problem}>
            <IconAlertCircle size={16} aria-hidden="true" />
            {problem}
          </p>
        )}
        {progress !== null && <PrintProgressBar progress={progress} />}
        <Button variant="default" onClick={onDone}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button type="submit" loading={progress !== null}>
          {t('COMMON.SAVE')}
        </Button>
      </div>
    </form>
  );
}

function useSheetSources(): SheetSources {
  const { t, language } = useTexts();
  const map = useMap();
  const layers = useSwitchedOnLayers();
  const attributions = useAttributions();
  const { user } = useSession();
  const companyId = user?.companyId ?? null;
  return useMemo(
    () => ({ map, t, language, layers, attributions, loadLogo: companyLogoOf(companyId) }),
    [map, t, language, layers, attributions, companyId],
  );
}

/** Prints or saves the sheet. Closing the dialog cancels that. */
function usePrinting(sources: SheetSources, onDone: () => void) {
  const { t } = sources;
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const [progress, setProgress] = useState<PrintProgress>({ step: 'map' });
  const { mutate, isPending, data } = useMutation({
    mutationFn: (printing: Promise<PrintResult>) => printing,
    onSuccess(result) {
      if (controller.current?.signal.aborted || result.kind === 'failed') return;
      if (result.missing.length > 0) {
        const layers = result.missing.join(', ');
        showToast({ kind: 'error', message: t('MAP.PRINT.LAYERS_MISSING', { layers }) });
      }
      onDone();
    },
  });
  return {
    /** Null while nothing is printed. */
    progress: isPending ? progress : null,
    problem: data?.kind === 'failed' ? data.message : null,
    print(choice: PrintChoice): void {
      if (isPending) return;
      controller.current = new AbortController();
      const run = { signal: controller.current.signal, onProgress: setProgress };
      // Starts here and not in the mutation: a browser opens the print window only in the click.
      mutate(printMap(choice, sources, run));
    },
  };
}

interface SectionProps {
  readonly choice: PrintChoice;
  readonly onChange: (changes: Partial<PrintChoice>) => void;
}

function PaperTexts({ choice, onChange }: SectionProps) {
  const { t } = useTexts();
  return (
    <>
      <TrimmedTextInput
        label={t('MAP.PRINT.HEADER')}
        data-autofocus
        autoComplete="off"
        maxLength={textLimits.header}
        value={choice.header}
        onChange={(header) => onChange({ header })}
      />
      <TrimmedTextInput
        label={t('MAP.PRINT.FOOTER')}
        autoComplete="off"
        maxLength={textLimits.footer}
        value={choice.footer}
        onChange={(footer) => onChange({ footer })}
      />
      <Switch
        label={t('MAP.PRINT.DATA_TABLES')}
        description={t('MAP.PRINT.DATA_TABLES_NOTE')}
        checked={choice.includeDataTables}
        onChange={(event) => onChange({ includeDataTables: event.currentTarget.checked })}
      />
    </>
  );
}

function PaperChoice({ choice, onChange, sources }: SectionProps & { readonly sources: SheetSources }) {
  const { t, language } = useTexts();
  const orientationNames = { portrait: t('MAP.PRINT.PORTRAIT'), landscape: t('MAP.PRINT.LANDSCAPE') };
  const screenScale = screenScaleText(sources.map, language);
  return (
    <>
      <Segments
        label={t('MAP.PRINT.OUTPUT')}
        value={choice.output}
        options={[
          {
            value: 'printer',
            label: <WithIcon icon={<IconPrinter size={16} />} text={t('MAP.PRINT.PRINTER')} />,
          },
          {
            value: 'pdf',
            label: <WithIcon icon={<IconFileTypePdf size={16} />} text={t('MAP.PRINT.PDF')} />,
          },
        ]}
        onChange={(output) => onChange({ output })}
      />
      <div className={classes.pair}>
        <Segments
          label={t('MAP.PRINT.PAPER')}
          value={choice.paper}
          options={papers.map((value) => ({ value, label: value }))}
          onChange={(paper) => onChange({ paper })}
        />
        <Segments
          label={t('MAP.PRINT.ORIENTATION')}
          value={choice.orientation}
          options={orientations.map((value) => ({ value, label: orientationNames[value] }))}
          onChange={(orientation) => onChange({ orientation })}
        />
      </div>
      <Select
        label={t('MAP.PRINT.SCALE')}
        description={t('MAP.PRINT.SCALE_NOTE')}
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        data={[
          { value: 'screen', label: t('MAP.PRINT.AS_ON_SCREEN', { scale: screenScale }) },
          ...scales.map((scale) => ({ value: String(scale), label: `1:${formatNumber(scale, language)}` })),
        ]}
        value={String(choice.scale)}
        onChange={(value) => onChange({ scale: scales.find((one) => String(one) === value) ?? 'screen' })}
      />
    </>
  );
}

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onChange: (value: T) => void;
}

function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
      <SegmentedControl
        fullWidth
        className={classes.segments ?? ''}
        value={value}
        data={[...options]}
        onChange={(next) => onChange(next as T)}
      />
    </fieldset>
  );
}

function WithIcon({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <span className={classes.withIcon}>
      {icon}
      {text}
    </span>
  );
}
