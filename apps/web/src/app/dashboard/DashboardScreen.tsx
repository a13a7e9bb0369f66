import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { DrawDialog, PositionStep } from '../../features/drawing/index.ts';
import { ClusterList, HoverPopup } from '../../features/hover-popup/index.ts';
import { Attribution, useBaseMap } from '../../features/layer-list/index.ts';
import { readLink, readMapAddress, useMapAddress } from '../../features/map-address/index.ts';
import {
  Coordinates,
  DrawingBar,
  HelpLine,
  MapToolbar,
  ScaleBar,
  ZoomButtons,
} from '../../features/map-tools/index.ts';
import { useSelectionOnMap } from '../../features/object-info/index.ts';
import { ObjectMoves } from '../../features/object-move/index.ts';
import { LoadMark, useObjectLink, useObjectMap } from '../../features/objects/index.ts';
import { PrintDialog } from '../../features/print/index.ts';
import { PlaceSearch } from '../../features/search/index.ts';
import { useSession } from '../../features/session/index.ts';
import { ShapeBar } from '../../features/shape-editing/index.ts';
import { ShareDialog } from '../../features/share/index.ts';
import { MapContext, useMap } from '../../map/index.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useLayoutState } from '../shell/layoutState.ts';
import { openInfoTab } from './asideTab.ts';
import classes from './DashboardScreen.module.css';
import { MapView } from './MapView.tsx';
import { getMapInstance } from './mapInstance.ts';
import { useLatePartsAhead } from './useLatePartsAhead.ts';
import { useShapeGuard } from './useShapeGuard.ts';

/** Visitors edit no layers and import no files. */
const SignedInParts = lazyPart(() => import('./SignedInParts.tsx'));
/** Visitors read no tables. */
const TableDock = lazyPart(() => import('../../features/reports/map-table/TableDock.tsx'));

const hasAddressView = () => readMapAddress().view !== undefined;

/** The map screen (MAPS-01). */
export default function DashboardScreen() {
  return (
    <MapContext value={getMapInstance()}>
      <MapScreen />
    </MapContext>
  );
}

function MapScreen() {
  const isNarrow = useIsBelow('narrow');
  const map = useMap();
  const { aside } = useLayoutState();
  const { isAnonymous, may } = useSession();
  const { object } = useSearch({ strict: false });
  // The search of a parent route is not validated.
  const linkedId = Number.isSafeInteger(object) ? (object ?? null) : null;
  useBaseMap();
  const [isLinked] = useState(() => readLink().view !== undefined);
  useMapAddress();
  useObjectMap({ hasLink: linkedId !== null || isLinked });
  useObjectLink(linkedId, hasAddressView);
  useSelectionOnMap(openInfoTab);
  useShapeGuard();
  useLatePartsAhead();
  // The panel moves or covers the map when it opens.
  useEffect(() => map.setShowsAtOnce(aside === 'open'), [map, aside]);

  return (
    <>
      <div className={classes.screen}>
        <MapView />
        <HoverPopup />
        <ClusterList />
        <div className={classes.topLeft}>
          {!isNarrow && <MapToolbar />}
          <div className={classes.lines}>
            {/* D-UI-01: visitors have no breadcrumb bar. */}
            {isAnonymous && <PlaceSearch slot="map" />}
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
        <PositionStep />
        <DrawingBar />
        <ShapeBar />
        <DrawDialog />
        <PrintDialog />
        <ShareDialog />
        {may('editObject') && (
          <Suspense>
            <ObjectMoves />
          </Suspense>
        )}
        {!isAnonymous && (
          <Suspense>
            <SignedInParts />
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
