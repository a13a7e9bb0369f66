import { IconAdjustmentsHorizontal, IconInfoCircle, IconPaperclip, IconStack2 } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { ReportButton } from '../../features/drawing/index.ts';
import { BaseLayersTab } from '../../features/layer-list/index.ts';
import { ToolTiles } from '../../features/map-tools/index.ts';
import { LoadingInfo, ObjectInfoTab, useSelectedObject } from '../../features/object-info/index.ts';
import { ObjectsSection, useWaitingCount } from '../../features/objects/index.ts';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { type MapAction, MapContext, useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { announceLayoutChange } from '../../ui/layoutChanges.ts';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { AsideFrame, type AsideTab } from '../shell/AsideFrame.tsx';
import { layout } from '../shell/layoutState.ts';
import { type AsideTabId, asideTab } from './asideTab.ts';
import { getMapInstance } from './mapInstance.ts';
import { PhoneShortcuts } from './PhoneShortcuts.tsx';

/** Visitors edit no layers. */
const EditLayer = lazyPart(() => import('./EditLayer.tsx'));
/** Visitors see no files. */
const FilesTab = lazyPart(() => import('./FilesTab.tsx'), LoadFailureNote);
const FileCount = lazyPart(() => import('./FileCount.tsx'));
const editLayer = (layer: Parameters<typeof EditLayer>[0]['layer']) => (
  <Suspense>
    <EditLayer layer={layer} />
  </Suspense>
);

/** The tabs of the right aside on the map screen. */
export default function DashboardAside() {
  return (
    <MapContext value={getMapInstance()}>
      <MapAside />
    </MapContext>
  );
}

const usesMap = (action: MapAction) => /^(Draw|Meassure)/.test(action);

function MapAside() {
  const isNarrow = useIsBelow('narrow');
  const map = useMap();
  const [fileCount, setFileCount] = useState(0);
  const tabs = useTabs(fileCount);
  const selectedId = useSelectedId();
  const seesFiles = useSession().may('seeFiles');

  useInfoTabAhead();
  // LAY-15: the panel mounts after the layout has made room for it.
  useEffect(announceLayoutChange, []);

  // On a phone the sheet would cover the part of the map where the tool is used.
  useEffect(
    () => map.on('toolSelected', (action) => isNarrow && usesMap(action) && layout.hideAside()),
    [map, isNarrow],
  );

  // MAPS-04, MAPS-05: the tabs of an object close with the selection.
  const openTabId = useStore(asideTab);
  const activeId = tabs.some(({ id }) => id === openTabId) ? openTabId : 'controls';
  useEffect(() => {
    if (openTabId !== activeId) asideTab.set(activeId);
  }, [openTabId, activeId]);

  return (
    <>
      <AsideFrame
        tabs={tabs}
        activeId={activeId}
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

/**
 * Loads the info tab with the first press of the pointer, while the click is released and its object is looked up. On the
 * selection itself React would show a fallback, and keep it for 300 ms.
 */
function useInfoTabAhead(): void {
  useEffect(() => {
    const load = () => void ObjectInfoTab.preload();
    window.addEventListener('pointerdown', load, { capture: true, once: true });
    return () => window.removeEventListener('pointerdown', load, { capture: true });
  }, []);
}

const useSelectedId = (): number | null => useStore(useMap().selection, (selection) => selection?.id ?? null);

type DashboardTab = AsideTab & { readonly id: AsideTabId };

/** MAPS-02, MAPS-03: the order of the tabs is fixed; those of an object need a selection. */
function useTabs(fileCount: number): readonly DashboardTab[] {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const selectedId = useSelectedId();
  const activeId = useStore(asideTab);
  // The base layers load when their tab is first opened.
  const [hasOpenedLayers, setHasOpenedLayers] = useState(false);
  if (activeId === 'layers' && !hasOpenedLayers) setHasOpenedLayers(true);
  const { isAnonymous, may } = useSession();
  const { geom } = useSelectedObject();
  const waitingCount = useWaitingCount();

  const controls: DashboardTab = {
    id: 'controls',
    label: t('MAP.CONTROLS'),
    icon: <IconAdjustmentsHorizontal size={20} />,
    badge: waitingCount,
    content: (
      <>
        {isAnonymous && !isNarrow && <ReportButton />}
        <ToolTiles />
        <ObjectsSection {...(!isAnonymous && { rowActions: editLayer })} />
      </>
    ),
  };
  const baseLayers: DashboardTab = {
    id: 'layers',
    label: t(isNarrow ? 'MAP.BASE_LAYERS_SHORT' : 'MAP.BASE_LAYERS'),
    icon: <IconStack2 size={20} />,
    content: hasOpenedLayers && (
      <Suspense>
        <BaseLayersTab />
      </Suspense>
    ),
  };
  if (selectedId === null) return [controls, baseLayers];
  const info: DashboardTab = {
    id: 'info',
    label: t('MAP.OBJECT_DATA'),
    icon: <IconInfoCircle size={20} />,
    content: (
      <Suspense fallback={<LoadingInfo />}>
        <ObjectInfoTab />
      </Suspense>
    ),
  };
  if (!may('seeFiles')) return [controls, info, baseLayers];
  const files: DashboardTab = {
    id: 'files',
    label: t('MAP.OBJECT_FILES'),
    icon: <IconPaperclip size={20} />,
    badge: fileCount,
    content: (
      <Suspense>
        <FilesTab objectId={selectedId} canAdd={geom?.canWrite === true} />
      </Suspense>
    ),
  };
  return [controls, info, baseLayers, files];
}
