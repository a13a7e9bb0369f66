import { useTexts } from '../../../i18n/index.ts';
import { useThumbnails } from '../../files/index.ts';
import classes from './CaseImages.module.css';

const MAX_IMAGES = 3;

/** The newest images lead the panel: one large and two small; one alone has the full width. */
export function CaseImages({ objectId }: { readonly objectId: number }) {
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
