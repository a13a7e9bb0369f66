import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Database } from '@pgis/server';
import { type ActorCompany, addActors, addGroup, startTestApp, type TestApp } from '@pgis/testkit';

export interface ImageWorld {
  readonly server: TestApp;
  readonly company: ActorCompany;
  /** Group for layers that every user with a level in the unit Roads may see. */
  readonly groupId: number;
}

/** Starts a server with one company that has a layer group. */
export async function makeImageWorld(database: Database, name: string): Promise<ImageWorld> {
  const server = await startTestApp(database);
  const company = await addActors(database, name);
  const { companyId, units } = company;
  return { server, company, groupId: await addGroup(database, { companyId, unitId: units.roads }) };
}

export const [clear, red, blue, white] = [
  [0, 0, 0, 0],
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
];

/** Decodes an image; returns a function that reads a pixel as [red, green, blue, alpha]. */
export async function readPixels(encoded: Buffer) {
  const image = await loadImage(encoded);
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
