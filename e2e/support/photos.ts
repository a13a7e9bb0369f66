import sharp from 'sharp';

/** A photo as a phone makes it: lying on its side with a note which way is up, and with the place it was taken. */
export async function takePhoto(color = '#7fa34b'): Promise<Buffer> {
  const size = { width: 1200, height: 900 } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: color, noise } })
    .png()
    .toBuffer();
  // The left side becomes the top when the image is turned upright.
  const sky = { create: { width: 400, height: 900, channels: 3, background: '#4a90d9' } } as const;
  return await sharp(grain)
    .composite([{ input: sky, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Test phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '56/1 57/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
