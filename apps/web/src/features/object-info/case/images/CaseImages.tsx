import type { Geom } from '@pgis/contract';
import { Suspense } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../../ui/lazy-parts/index.ts';
import { useThumbnails } from '../../../files/index.ts';
import classes from './CaseImages.module.css';
import { MAX_IMAGES } from './maxImages.ts';

/** Visitors need none of it. */
const ReviewedImages = lazyPart(() => import('./ReviewedImages.tsx'), LoadFailureNote);

/** The newest images lead the panel: one large and two small; one alone has the full width. */
export function CaseImages({ geom }: { readonly geom: Geom }) {
  return geom.canWrite ? (
    <Suspense fallback={null}>
      <ReviewedImages objectId={geom.id} />
    </Suspense>
  ) : (
    <Images objectId={geom.id} />
  );
}

function Images({ objectId }: { readonly objectId: number }) {
  const { t } = useTexts();
  const addresses = useThumbnails(objectId);
  const count = addresses.length;
  if (count === 0) return null;
  return (
    <div className={classes.images} data-count={Math.min(count, MAX_IMAGES)}>
      {addresses.slice(0, MAX_IMAGES).map((address, index) => (
        <div key={address} className={classes.image}>
          <img src={address} alt={t('MAP.INFO.IMAGE', { position: index + 1, count })} />
        </div>
      ))}
      <More count={count} />
    </div>
  );
}

function More({ count }: { readonly count: number }) {
  if (count <= MAX_IMAGES) return null;
  return (
    <span className={classes.more} aria-hidden="true">
      +{count - MAX_IMAGES}
    </span>
  );
}
