import { IconAdjustmentsHorizontal, IconInfoCircle, IconPaperclip, IconStack2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ReportButton } from '../../features/drawing/index.ts';
import { BaseLayersTab } from '../../features/layers/index.ts';
import { ToolTiles } from '../../features/map-tools/index.ts';
import { ObjectInfoTab, useSelectedObject } from '../../features/object-info/index.ts';
import { ObjectsSection } from '../../features/objects/index.ts';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { type MapAction, MapContext, useMap, useStore } from '../../map/index.ts';
import { announceLayoutChange } from '../../ui/layoutChanges.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { AsideFrame, type AsideTab } from '../shell/AsideFrame.tsx';
import { layout } from '../shell/layoutState.ts';
import { type AsideTabId, asideTab } from './asideTab.ts';
import { PhoneShortcuts } from './PhoneShortcuts.tsx';
import { getTheMap } from './theMap.ts';

/** Visitors edit no layers. */
const EditLayer = lazy(() => import('./EditLayer.tsx'));
/** Nor do they see files. */
const FilesTab = lazy(() => import('./FilesTab.tsx'));
const FileCount = lazy(() => import('./FileCount.tsx'));
const editLayer = (layer: Parameters<typeof EditLayer>[0]['layer']) => (
  <Suspense>
    <EditLayer layer={layer} />
  </Suspense>
);

/** What the right aside holds on the map screen. */
export default function DashboardAside() {
  return (
    <MapContext value={getTheMap()}>
      <MapAside />
    </MapContext>
  );
}

const usesMap = (action: MapAction) => /^(Draw|Meassure)/.test(action);

function MapAside() {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const map = useMap();
  const activeId = useStore(asideTab);
  const selectedId = useStore(map.selection, (selection) => selection?.id ?? null);
  const hasSelection = selectedId !== null;
  // The base layers are fetched and drawn when one looks at them first.
  const [hasSeenLayers, setHasSeenLayers] = useState(false);
  if (activeId === 'layers' && !hasSeenLayers) setHasSeenLayers(true);
  const { isAnonymous, may } = useSession();
  const seesFiles = may('seeFiles');
  const { geom } = useSelectedObject();
  const [fileCount, setFileCount] = useState(0);

  // LAY-15: the panel arrives after the layout has made room for it, and takes the room only then.
  useEffect(announceLayoutChange, []);

  // The sheet of a phone would lie where the tool is to be used.
  useEffect(
    () => map.on('toolChosen', (action) => isNarrow && usesMap(action) && layout.hideAside()),
    [map, isNarrow],
  );

  // MAPS-04, MAPS-05: the tabs of an object go with the selection.
  const isGone =
    (!hasSelection && (activeId === 'info' || activeId === 'files')) || (!seesFiles && activeId === 'files');
  useEffect(() => {
    if (isGone) asideTab.set('controls');
  }, [isGone]);

  // MAPS-02, MAPS-03: the order is fixed.
  const tabs: readonly (AsideTab & { readonly id: AsideTabId })[] = [
    {
      id: 'controls',
      label: t('MAP.CONTROLS'),
      icon: <IconAdjustmentsHorizontal size={20} />,
      content: (
        <>
          <ToolTiles />
          <ObjectsSection {...(!isAnonymous && { rowActions: editLayer })} />
        </>
      ),
    },
    ...(hasSelection
      ? [
          {
            id: 'info',
            label: t('MAP.OBJECT_DATA'),
            icon: <IconInfoCircle size={20} />,
            content: <ObjectInfoTab />,
          } as const,
        ]
      : []),
    {
      id: 'layers',
      label: t(isNarrow ? 'MAP.BASE_LAYERS_SHORT' : 'MAP.BASE_LAYERS'),
      icon: <IconStack2 size={20} />,
      content: hasSeenLayers && (
        <Suspense>
          <BaseLayersTab />
        </Suspense>
      ),
    },
    ...(selectedId !== null && seesFiles
      ? [
          {
            id: 'files',
            label: t('MAP.OBJECT_FILES'),
            icon: <IconPaperclip size={20} />,
            badge: fileCount,
            content: (
              <Suspense>
                <FilesTab objectId={selectedId} canAdd={geom?.canWrite === true} />
              </Suspense>
            ),
          } as const,
        ]
      : []),
  ];
  return (
    <>
      <AsideFrame
        tabs={tabs}
        activeId={isGone ? 'controls' : activeId}
        onActiveIdChange={(id) => asideTab.set(id as AsideTabId)}
        peek={
          <PhoneShortcuts>
            <ReportButton />
          </PhoneShortcuts>
        }
      />
      {selectedId !== null && seesFiles && (
        <Suspense>
          <FileCount key={selectedId} objectId={selectedId} onCount={setFileCount} />
        </Suspense>
      )}
    </>
  );
}
