import { Suspense } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { type LoadFailureProps, LoadFailureToast, lazyPart } from '../../ui/lazy-parts/index.ts';
import { shapeBase } from './shapeBase.ts';

/** Few users edit shapes, so the bar loads on demand. */
const ShapeWork = lazyPart(() => import('./ShapeWork.tsx'), ShapeWorkFailure);

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

/** Without its bar the editing could not be ended, so dismissing the message ends it. */
function ShapeWorkFailure({ error, onRetry }: LoadFailureProps) {
  const { shapes } = useMap();
  return <LoadFailureToast error={error} onRetry={onRetry} onDismiss={() => shapes.stop()} />;
}
