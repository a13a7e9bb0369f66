import { createCanvas, loadImage } from '@napi-rs/canvas';

export const [clear, red, blue, white] = [
  [0, 0, 0, 0],
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
];

/** Reads the colour at a pixel of a picture, as [red, green, blue, alpha]. */
export async function readPixels(picture: Buffer) {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width: image.width,
    height: image.height,
    all: () => context.getImageData(0, 0, image.width, image.height).data,
    at: (x: number, y: number) => [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data],
  };
}

/** A style in one opaque colour. */
export const plainStyle = (color: string) => ({
  fillColor: color,
  lineColor: color,
  lineWidth: 2,
  pointForm: 'circle',
  pointRadius: 6,
  pointBgColor: color,
  labelEnabled: false,
});
