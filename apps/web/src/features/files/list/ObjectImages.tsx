import { useTexts } from '../../../i18n/index.ts';
import classes from './ObjectImages.module.css';
import { useThumbnails } from './useThumbnails.ts';

const MAX_IMAGES = 3;

/** The newest images of an object, for everybody who may see it; nothing for an object without images. */
export function ObjectImages({ objectId }: { readonly objectId: number }) {
  const { t } = useTexts();
  const addresses = useThumbnails(objectId);
  const count = addresses.length;
  if (count === 0) return null;
  return (
    <div className={classes.images}>
      {addresses.slice(0, MAX_IMAGES).map((address, index) => (
        <img key={address} src={address} alt={t('MAP.INFO.IMAGE', { position: index + 1, count })} />
      ))}
      {count > MAX_IMAGES && (
        <span className={classes.more} aria-hidden="true">
          +{count - MAX_IMAGES}
        </span>
      )}
    </div>
  );
}
