import { loadLogo } from '@pgis/contract';
import { callApi } from '../../../api/index.ts';
import type { SheetImage } from './Sheet.ts';

export type LoadLogo = () => Promise<SheetImage | null>;

/** Returns a loader of the company's logo for paper; it resolves to null if there is none. */
export const companyLogoOf =
  (companyId: number | null): LoadLogo =>
  async () => {
    if (companyId === null) return null;
    const { logoImage } = await callApi(loadLogo, { params: { companyId }, background: true });
    return logoImage === null ? null : await toSheetImage(logoImage);
  };

async function toSheetImage(url: string): Promise<SheetImage> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { url, widthPx: image.naturalWidth, heightPx: image.naturalHeight };
}

/** PRINT-07: a logo that fails to load does not stop the print. */
export async function findLogo(load: LoadLogo): Promise<SheetImage | null> {
  try {
    return await load();
  } catch (cause) {
    console.error('the logo could not be loaded', cause);
    return null;
  }
}
