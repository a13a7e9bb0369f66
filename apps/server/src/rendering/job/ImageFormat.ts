export const imageFormats = ['png', 'webp', 'jpeg'] as const;
/** JPEG has no transparency: it serves programs that can ask for nothing else. */
export type ImageFormat = (typeof imageFormats)[number];

/** `pixels` is packed raw pixels for our own use (`encode/rawPixels.ts`), `strip` a part of a PNG (`encode/pngStrips.ts`). */
export type OutputFormat = ImageFormat | 'pixels' | 'strip';
