import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { DrawDialog, PlaceStep } from '../../features/drawing/index.ts';
import { HoverPopup } from '../../features/hover-popup/index.ts';
import { Attribution, useBaseMap } from '../../features/layers/index.ts';
import {
  Coordinates,
  DrawingBar,
  HelpLine,
  MapToolbar,
  ScaleBar,
  ZoomButtons,
} from '../../features/map-tools/index.ts';
import { useSelectionOnMap } from '../../features/object-info/index.ts';
import { useObjectMoves } from '../../features/object-move/index.ts';
import { LoadMark, useObjectLink, useObjectMap } from '../../features/objects/index.ts';
import { PrintDialog } from '../../features/print/index.ts';
import { PlaceSearch } from '../../features/search/index.ts';
import { useSession } from '../../features/session/index.ts';
import { ShapeBar } from '../../features/shapes/index.ts';
import { MapContext, useMap } from '../../map/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useLayoutState } from '../shell/layoutState.ts';
import { openInfoTab } from './asideTab.ts';
import classes from './DashboardScreen.module.css';
import { MapView } from './MapView.tsx';
import { getTheMap } from './theMap.ts';
import { useFormGuard } from './useFormGuard.ts';
import { useShapeGuard } from './useShapeGuard.ts';

/** Visitors edit no layers. */
const EditedLayer = lazy(() => import('./EditedLayer.tsx'));
/** Nor do they read tables. */
const TableDock = lazy(() => import('../../features/reports/map-table/TableDock.tsx'));

/** The map screen (MAPS-01). */
export default function DashboardScreen() {
  return (
    <MapContext value={getTheMap()}>
      <MapScreen />
    </MapContext>
  );
}

function MapScreen() {
  const isNarrow = useIsBelow('narrow');
  const map = useMap();
  const { aside } = useLayoutState();
  const { isAnonymous } = useSession();
  const { object } = useSearch({ strict: false });
  // A parent route lets through what nobody has checked.
  const linkedId = Number.isSafeInteger(object) ? (object ?? null) : null;
  useBaseMap();
  useObjectMap({ hasLink: linkedId !== null });
  useObjectLink(linkedId);
  useSelectionOnMap(openInfoTab);
  useObjectMoves();
  useShapeGuard();
  useFormGuard();
  // The panel moves or covers the map when it opens.
  useEffect(() => map.setShowsAtOnce(aside === 'open'), [map, aside]);

  return (
    <>
      <div className={classes.screen}>
        <MapView />
        <HoverPopup />
        <div className={classes.topLeft}>
          {!isNarrow && <MapToolbar />}
          <div className={classes.lines}>
            {/* D-UI-01: visitors have no breadcrumb bar. */}
            {isAnonymous && <PlaceSearch place="map" />}
            <HelpLine />
          </div>
        </div>
        <div className={classes.right}>
          <LoadMark />
          <ZoomButtons />
        </div>
        <div className={classes.bottomLeft}>
          <ScaleBar />
          {!isNarrow && <Coordinates />}
        </div>
        <div className={classes.bottomRight}>
          <Attribution />
        </div>
        {isNarrow && <PlaceStep />}
        <DrawingBar />
        <ShapeBar />
        <DrawDialog />
        <PrintDialog />
        {!isAnonymous && (
          <Suspense>
            <EditedLayer />
          </Suspense>
        )}
      </div>
      {!isAnonymous && (
        <Suspense>
          <TableDock />
        </Suspense>
      )}
    </>
  );
}
