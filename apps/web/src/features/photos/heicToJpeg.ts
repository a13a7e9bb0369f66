/** Longest side of the result in pixels: a canvas of a phone holds about 16 million of them. */
const MAX_SIDE = 4096;

const QUALITY = 0.9;

/** Returns a HEIC photo as JPEG, which everybody can see; null in browsers that do not decode HEIC, as most do not. */
export async function heicToJpeg(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    const name = file.name.replace(/\.hei[cf]$/i, '');
    return jpeg && new File([jpeg], `${name}.jpg`, { type: jpeg.type });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
