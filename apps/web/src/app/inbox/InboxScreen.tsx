import { DrawDialog } from '../../features/drawing/index.ts';
import { HoverPopup } from '../../features/hover-popup/index.ts';
import { Inbox } from '../../features/inbox/index.ts';
import { Attribution, useBaseMap } from '../../features/layer-list/index.ts';
import { HelpLine, ScaleBar, ZoomButtons } from '../../features/map-tools/index.ts';
import { useSelectionOnMap } from '../../features/object-info/index.ts';
import { LoadMark, useObjectMap } from '../../features/objects/index.ts';
import { OverdueRings } from '../../features/overdue-rings/index.ts';
import { ShapeBar } from '../../features/shape-editing/index.ts';
import { MapContext, useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { openInfoTab } from '../dashboard/asideTab.ts';
import classes from '../dashboard/DashboardScreen.module.css';
import { MapView } from '../dashboard/MapView.tsx';
import { getMapInstance } from '../dashboard/mapInstance.ts';
import { useShapeGuard } from '../dashboard/useShapeGuard.ts';
import inboxClasses from './InboxScreen.module.css';

/** The inbox with the map of the application, whose panel shows the selected case. */
export default function InboxScreen() {
  return (
    <MapContext value={getMapInstance()}>
      <InboxOnMap />
    </MapContext>
  );
}

function InboxOnMap() {
  const action = useStore(useMap().tool, (tool) => tool.action);
  useBaseMap();
  // The list moves the map, not the layers that are on by default.
  useObjectMap({ hasLink: true });
  useSelectionOnMap(openInfoTab);
  useShapeGuard();
  return (
    <>
      <Inbox onShowPanel={openInfoTab}>
        <div className={classes.screen}>
          <MapView />
          <HoverPopup />
          <OverdueRings />
          <div className={classes.topLeft}>
            <div className={classes.lines}>
              {/* The list says what there is to do. */}
              {action !== 'SelectObject' && <HelpLine />}
            </div>
          </div>
          <div className={inboxClasses.right}>
            <LoadMark />
            <ZoomButtons />
          </div>
          <div className={classes.bottomLeft}>
            <ScaleBar />
          </div>
          <div className={inboxClasses.bottomRight}>
            <Attribution />
          </div>
          <ShapeBar />
        </div>
      </Inbox>
      <DrawDialog />
    </>
  );
}
