import { IconArrowBackUp, IconShare2 } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { useSession } from '../session/index.ts';
import { isSharing } from '../share/index.ts';
import classes from './ToolTiles.module.css';
import { listDrawingTools, listMeasuringTools, listPaperTools, type ToolButton } from './toolList.ts';
import { usePreviousView } from './usePreviousView.ts';

/** The tools with their names; they share the state of the icons on the map. */
export function ToolTiles() {
  const { t } = useTexts();
  const session = useSession();
  const measuringTools = listMeasuringTools(session);
  return (
    <>
      <section className={classes.section} aria-label={t('MAP.DRAWING')}>
        <h3 className={classes.caption}>{t('MAP.DRAWING')}</h3>
        <div className={classes.tiles}>
          <Tiles tools={listDrawingTools(session)} />
          <PreviousView />
          <Tiles tools={listPaperTools(session)} />
          <ShareTile />
        </div>
      </section>
      {measuringTools.length > 0 && (
        <section className={classes.section} aria-label={t('MAP.MEASURING')}>
          <h3 className={classes.caption}>{t('MAP.MEASURING')}</h3>
          <div className={classes.tiles}>
            <Tiles tools={measuringTools} />
            <ZoomLevel />
          </div>
        </section>
      )}
    </>
  );
}

function Tiles({ tools }: { readonly tools: readonly ToolButton[] }) {
  const { t } = useTexts();
  const map = useMap();
  const action = useStore(map.tool, (tool) => tool.action);
  return tools.map(({ action: own, name, icon: ToolIcon }) => (
    <button
      key={own}
      type="button"
      className={classes.tile}
      aria-pressed={action === own}
      title={t(`MAP.TOOLS.${name}.TITLE`)}
      onClick={() => map.setTool(own)}
    >
      <ToolIcon size={18} aria-hidden="true" />
      {t(`MAP.TOOLS.${name}.NAME`)}
    </button>
  ));
}

function PreviousView() {
  const { t } = useTexts();
  const previous = usePreviousView();
  if (previous === null) return null;
  return (
    <button
      type="button"
      className={classes.tile}
      title={t('MAP.TOOLS.PREVIOUS.TITLE')}
      aria-disabled={!previous.canGoBack}
      onClick={previous.goBack}
    >
      <IconArrowBackUp size={18} aria-hidden="true" />
      {t('MAP.TOOLS.PREVIOUS.NAME')}
    </button>
  );
}

function ShareTile() {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className={classes.tile}
      title={t('MAP.TOOLS.SHARE.TITLE')}
      onClick={() => isSharing.set(true)}
    >
      <IconShare2 size={18} aria-hidden="true" />
      {t('MAP.TOOLS.SHARE.NAME')}
    </button>
  );
}

function ZoomLevel() {
  const { t } = useTexts();
  const map = useMap();
  const zoom = useStore(map.view, (view) => view?.zoom);
  return (
    <div className={classes.reading}>
      {t('MAP.ZOOM_LEVEL')} <b className={classes.number}>{zoom}</b>
    </div>
  );
}
