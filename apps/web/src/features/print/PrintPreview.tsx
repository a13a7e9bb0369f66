import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { MapPicture, PictureRequest } from '../../map/index.ts';
import { isTainted, makeSheet, type SheetSources } from './makeSheet.ts';
import { MM_PER_PX } from './mapScale.ts';
import type { PrintChoice } from './PrintChoice.ts';
import classes from './PrintPreview.module.css';
import type { Sheet } from './Sheet.ts';
import { printPageCss, writePrintPage } from './writePrintPage.ts';

/** Typing in the header does not draw the map at every letter. */
const PAUSE_MS = 350;

interface PrintPreviewProps {
  readonly choice: PrintChoice;
  readonly sources: SheetSources;
}

/** The first page as it will be printed, small. */
export function PrintPreview({ choice, sources }: PrintPreviewProps) {
  const { t } = useTexts();
  const { sheet, isDrawing, problem } = usePreviewSheet(choice, sources);
  return (
    <section className={classes.preview} aria-label={t('MAP.PRINT.PREVIEW')} aria-busy={isDrawing}>
      <h3 className={classes.caption}>{t('MAP.PRINT.PREVIEW')}</h3>
      <div className={classes.table} data-drawing={isDrawing || undefined}>
        {problem !== null ? <p className={classes.note}>{problem}</p> : <Page sheet={sheet} />}
        {isDrawing && <p className={classes.busy}>{t('MAP.PRINT.PREPARING')}</p>}
      </div>
    </section>
  );
}

function usePreviewSheet(choice: PrintChoice, sources: SheetSources) {
  const { t, map } = sources;
  const last = useRef<{ readonly key: string; readonly picture: MapPicture }>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isDrawing, setDrawing] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const flight = new AbortController();
    // Words change more often than the map does.
    const drawOnce = async (request: PictureRequest, signal: AbortSignal) => {
      const key = JSON.stringify(request);
      if (last.current?.key !== key) last.current = { key, picture: await map.drawPicture(request, signal) };
      return last.current.picture;
    };
    const draw = async () => {
      try {
        const options = { mostPixelRatio: 1, signal: flight.signal, draw: drawOnce };
        const made = await makeSheet({ ...choice, includeDataTables: false }, sources, options);
        if (flight.signal.aborted) return;
        setSheet(made.sheet);
        setProblem(null);
      } catch (cause) {
        if (flight.signal.aborted) return;
        console.error('the preview could not be drawn', cause);
        setProblem(t(isTainted(cause) ? 'MAP.PRINT.TAINTED' : 'MAP.PRINT.PREVIEW_FAILED'));
      }
      setDrawing(false);
    };
    setDrawing(true);
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [choice, sources, map, t]);
  return { sheet, isDrawing, problem };
}

/** Paper in its own size, made smaller as a whole; its style is its own too. */
function Page({ sheet }: { readonly sheet: Sheet | null }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null || sheet === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const { widthMm, heightMm } = sheet.layout.paper;
    const style = document.createElement('style');
    style.textContent = `${printPageCss} .paper { width: ${widthMm}mm; height: ${heightMm}mm; padding-top: 8mm; overflow: hidden; background: #fff; transform-origin: 0 0; }`;
    const paper = document.createElement('div');
    paper.className = 'paper';
    paper.append(writePrintPage(document, sheet));
    root.replaceChildren(style, paper);
    const rescale = () => {
      const scale = (host.current?.clientWidth ?? 0) / (widthMm / MM_PER_PX);
      paper.style.transform = `scale(${scale})`;
    };
    rescale();
    const observer = new ResizeObserver(rescale);
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [sheet]);
  if (sheet === null) return <div className={classes.empty} />;
  const { widthMm, heightMm } = sheet.layout.paper;
  return (
    <div
      ref={host}
      className={classes.page}
      style={{ aspectRatio: `${widthMm} / ${heightMm}` }}
      data-wide={widthMm > heightMm || undefined}
    />
  );
}
