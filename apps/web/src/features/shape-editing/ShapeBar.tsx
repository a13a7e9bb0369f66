import { lazy, Suspense } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { shapeBase } from './shapeBase.ts';

/** Few users edit shapes, so the bar loads on demand. */
const ShapeWork = lazy(() => import('./ShapeWork.tsx'));

/** The commands of shape editing. Rendered once beside the map. */
export function ShapeBar() {
  const map = useMap();
  const edit = useStore(map.shapes.state);
  const base = useStore(shapeBase);
  if (edit === null || base?.id !== edit.id) return null;
  return (
    <Suspense>
      <ShapeWork key={edit.id} edit={edit} base={base} />
    </Suspense>
  );
}
