import { useQueryClient } from '@tanstack/react-query';
import { ClassifierDialog } from '../../features/classifiers/index.ts';
import { refreshLayer } from '../../features/objects/index.ts';
import { useMap } from '../../map/index.ts';

/** The dialog of a layer over the map, which shows the layer anew when it was saved (LIST-13, LIST-14). */
export default function EditedLayer() {
  const queryClient = useQueryClient();
  const map = useMap();
  return <ClassifierDialog onSaved={(id) => void refreshLayer({ queryClient, map }, id)} />;
}
