import { loadLogo } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import type { Picture } from './Sheet.ts';

export type LoadLogo = () => Promise<Picture | null>;

/** The logo of the user's company for paper; null when it has none. */
export const companyLogoOf =
  (companyId: number | null): LoadLogo =>
  async () => {
    if (companyId === null) return null;
    const { logoImage } = await callApi(loadLogo, { params: { companyId }, background: true });
    return logoImage === null ? null : await toPicture(logoImage);
  };

async function toPicture(url: string): Promise<Picture> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { url, widthPx: image.naturalWidth, heightPx: image.naturalHeight };
}

/** PRINT-07: a logo that does not come holds nothing up. */
export async function findLogo(load: LoadLogo): Promise<Picture | null> {
  try {
    return await load();
  } catch (cause) {
    console.error('the logo could not be loaded', cause);
    return null;
  }
}
