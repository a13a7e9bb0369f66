export const imageFormats = ['png', 'webp', 'jpeg'] as const;
/** JPEG has no transparency: it is for programs that ask for nothing else. */
export type ImageFormat = (typeof imageFormats)[number];

/** `pixels` is for ourselves: `rawPicture.ts`; `strip` is a part of a PNG: `pngStrips.ts`. */
export type DrawingFormat = ImageFormat | 'pixels' | 'strip';
