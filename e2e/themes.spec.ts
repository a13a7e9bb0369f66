import { compileStyle } from '@pgis/cartography';
import { colorAt } from './support/colorAt.ts';
import { listAround } from './support/objects.ts';
import { expect, test } from './support/test.ts';

/** Stands of the demo. */
const forest = [24.4, 57.03] as const;

/** `#rrggbb` as numbers. */
const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns the middle between two opposite corners of a stand, which is about a square. */
function middleOf(wkt: string): readonly [number, number] {
  const vertices = [...wkt.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

test('D-CLS-14 LIST-06 THEME-04: a theme colours the objects, and its legend lists its classes in the reader’s language', async ({
  page,
  map,
  request,
}) => {
  const stands = await listAround(request, 'polygons', { layer: 'Growing stock', lonLat: forest });
  const [stand] = stands;
  if (stand === undefined) throw new Error('there is no stand');
  await map.open({ language: 'lv', center: forest, zoom: 13 });
  const position = await map.pixelOfMercator(middleOf(stand.wkt));
  const bare = channels(await colorAt(page, position));
  await page.getByRole('button', { name: 'Meža tematiskās kartes' }).click();
  await map.layerSwitch('Krāja').check({ force: true });
  await test.step('THEME-04: the object has the colour of its value', async () => {
    const { symbolOf, chooseSymbol } = compileStyle({ theme: 'volume' });
    const data = (stand as unknown as { data: Record<string, unknown> }).data;
    const { fill } = symbolOf(chooseSymbol(data, 'polygon'), 'polygon');
    expect(fill?.color[3]).toBe(0.8);
    const mixed = bare.map((under, i) => Math.round(under * 0.2 + (fill?.color[i] ?? 0) * 0.8));
    const distance = async () => {
      const displayed = channels(await colorAt(page, position));
      return Math.max(...displayed.map((value, i) => Math.abs(value - (mixed[i] ?? 0))));
    };
    await expect.poll(distance).toBeLessThanOrEqual(4);
  });
  await test.step('D-CLS-14: the legend lists the classes of the theme in the language of the reader', async () => {
    await page.getByRole('button', { name: 'Slāņa „Krāja” leģenda' }).click();
    const legend = page.getByRole('region', { name: 'Krāja uz hektāru, klase' });
    await expect(legend.getByRole('listitem')).toHaveText([
      ...['0', '1', '2', '3', '4', '5', '6'].map((value) => new RegExp(`^${value} [0-9]`)),
      /^Cita vērtība vai tās nav [0-9]/,
    ]);
  });
  await test.step('LIST-06: a layer with one rule has no legend', async () => {
    await expect(page.getByRole('button', { name: 'Slāņa „Audžu kontūras” leģenda' })).toHaveCount(0);
  });
});
