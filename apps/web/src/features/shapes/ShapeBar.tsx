import { lazy, Suspense } from 'react';
import { useMap, useStore } from '../../map/index.ts';
import { shapeBase } from './shapeBase.ts';

/** Few people edit shapes: the bar comes when it is needed. */
const ShapeWork = lazy(() => import('./ShapeWork.tsx'));

/** What can be done while a shape is edited. Stands once beside the map. */
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
