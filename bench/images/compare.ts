import sharp from 'sharp';

/** Returns the share of pixels in which two images differ by more than anti-aliasing does. */
export async function compare(one: Buffer, other: Buffer): Promise<number> {
  const read = (png: Buffer) => sharp(png).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
  for (const image of [one, other])
    if (image.toString('latin1', 0, 5).includes('<')) throw new Error(image.toString());
  const [a, b] = await Promise.all([read(one), read(other)]);
  let different = 0;
  for (let i = 0; i < a.length; i += 3)
    if ([0, 1, 2].some((k) => Math.abs((a[i + k] ?? 0) - (b[i + k] ?? 0)) > 80)) different++;
  return different / (a.length / 3);
}
