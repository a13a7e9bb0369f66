import { canReadLayer, EditLayerButton } from '../../features/layer-editor/index.ts';
import { OpenTableButton } from '../../features/reports/map-table/OpenTableButton.tsx';
import { useSession } from '../../features/session/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';
import { layout } from '../shell/layoutState.ts';

/** Actions on a layer of the list: its table under the map and its dialog. */
export default function LayerButtons({
  layer,
}: {
  readonly layer: Parameters<typeof EditLayerButton>[0]['layer'] &
    Parameters<typeof OpenTableButton>[0]['layer'];
}) {
  const { user } = useSession();
  return (
    <>
      {user && (
        <OpenTableButton
          layer={layer}
          isAllowed={canReadLayer(user, layer)}
          onOpen={() => isBelow('narrow') && layout.hideAside()}
        />
      )}
      <EditLayerButton layer={layer} />
    </>
  );
}
