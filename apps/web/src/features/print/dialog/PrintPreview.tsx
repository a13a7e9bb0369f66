import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { MapImage, MapImageRequest } from '../../../map/index.ts';
import { printPageCss, writePrintPage } from '../page/writePrintPage.ts';
import { isTainted, makeSheet, type SheetSources } from '../sheet/makeSheet.ts';
import { MM_PER_PX } from '../sheet/mapScale.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import type { PrintChoice } from './PrintChoice.ts';
import classes from './PrintPreview.module.css';

/** Delay, so that typing in the header does not draw the map for every letter. */
const PAUSE_MS = 350;

interface PrintPreviewProps {
  readonly choice: PrintChoice;
  readonly sources: SheetSources;
}

/** A small preview of the first page. */
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
  const last = useRef<{ readonly key: string; readonly image: MapImage }>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isDrawing, setDrawing] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    // Texts change more often than the map, so they are drawn apart from it.
    const drawOnce = async (request: MapImageRequest, signal: AbortSignal) => {
      const key = JSON.stringify(request);
      if (last.current?.key !== key) last.current = { key, image: await map.drawImage(request, signal) };
      return last.current.image;
    };
    const draw = async () => {
      try {
        const options = { maxPixelRatio: 1, signal: abort.signal, draw: drawOnce };
        const result = await makeSheet({ ...choice, includeDataTables: false }, sources, options);
        if (abort.signal.aborted) return;
        setSheet(result.sheet);
        setProblem(null);
      } catch (cause) {
        if (abort.signal.aborted) return;
        console.error('the preview could not be drawn', cause);
        setProblem(t(isTainted(cause) ? 'MAP.PRINT.TAINTED' : 'MAP.PRINT.PREVIEW_FAILED'));
      }
      setDrawing(false);
    };
    setDrawing(true);
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [choice, sources, map, t]);
  return { sheet, isDrawing, problem };
}

/** The page in its real size, scaled down as a whole, with its own styles. */
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
