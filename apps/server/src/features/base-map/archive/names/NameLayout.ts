import type { Language } from '@pgis/contract';
import { LRUCache } from 'lru-cache';
import type { GroundView } from '../../draw/GroundTile.ts';
import type { MeasureText } from '../../draw/labels/textRuler.ts';
import type { ArchiveTiles } from '../draw/ArchiveTiles.ts';
import { toWorldBox } from '../reader/worldBox.ts';
import { chooseLabels, compareLabels, overlap } from './chooseLabels.ts';
import { listNameLabels } from './listNameLabels.ts';
import type { NameLabel } from './NameLabel.ts';

/** Side of a cell; more than a label reaches out of the cell of its middle. */
const CELL_PX = 256;
/** Labels in memory, about 1 kB each. */
const MAX_CACHED_LABELS = 30_000;

interface Cell {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly language: Language;
}

type LabelCache<Labels> = LRUCache<string, Labels & object>;

/**
 * The labels of an archive. A label belongs to the cell of its middle and is chosen once, among the candidates of that cell
 * and its eight neighbours. So all tiles that a label reaches into draw it, whatever their size, and none is cut.
 */
export class NameLayout {
  readonly #tiles: ArchiveTiles;
  readonly #measure: MeasureText;
  /** Candidates of an archive's tile by cell. */
  readonly #candidates: LabelCache<ReadonlyMap<string, readonly NameLabel[]>> = new LRUCache({
    maxSize: MAX_CACHED_LABELS,
    sizeCalculation: (cells) => 1 + [...cells.values()].reduce((sum, { length }) => sum + length, 0),
  });
  readonly #chosen: LabelCache<readonly NameLabel[]> = new LRUCache({
    maxSize: MAX_CACHED_LABELS,
    sizeCalculation: ({ length }) => 1 + length,
  });

  constructor(tiles: ArchiveTiles, measure: MeasureText) {
    this.#tiles = tiles;
    this.#measure = measure;
  }

  /** Lists what is visible in a view, the least important first. */
  async listLabels({ zoom, left, top, sizePx }: GroundView, language: Language): Promise<NameLabel[]> {
    const labels: NameLabel[] = [];
    const toCell = (px: number): number => Math.floor(px / CELL_PX);
    for (let y = toCell(top) - 1; y <= toCell(top + sizePx - 1) + 1; y++)
      for (let x = toCell(left) - 1; x <= toCell(left + sizePx - 1) + 1; x++)
        labels.push(...(await this.#choose({ zoom, x, y, language })));
    const box = [left, top, left + sizePx, top + sizePx] as const;
    return labels.filter(({ bounds }) => overlap(bounds, box)).sort((a, b) => compareLabels(b, a));
  }

  async #choose(cell: Cell): Promise<readonly NameLabel[]> {
    const { zoom, x, y, language } = cell;
    const key = `${language}/${zoom}/${x}/${y}`;
    const cached = this.#chosen.get(key);
    if (cached) return cached;
    const candidates: NameLabel[] = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const label of await this.#listCandidates({ ...cell, x: x + dx, y: y + dy }))
          candidates.push(label);
    const chosen = chooseLabels(candidates).filter((label) => cellKey(label) === `${x}/${y}`);
    this.#chosen.set(key, chosen);
    return chosen;
  }

  /** Tiles of far zooms hold whole countries around an extract; there the embedded map has the names. */
  #isInBounds(zoom: number): (label: NameLabel) => boolean {
    const [minX, minY, maxX, maxY] = toWorldBox(this.#tiles.info.bounds).map(
      (share) => share * CELL_PX * 2 ** zoom,
    ) as [number, number, number, number];
    return ({ x, y }) => x >= minX && x <= maxX && y >= minY && y <= maxY;
  }

  /** Lists the candidates of a cell: those of the archive's tile around it, which is larger past the last zoom. */
  async #listCandidates({ zoom, x, y, language }: Cell): Promise<readonly NameLabel[]> {
    const { minZoom, maxZoom } = this.#tiles.info;
    if (zoom < minZoom) return [];
    const z = Math.min(zoom, maxZoom);
    const cellsPerTile = 2 ** (zoom - z);
    const tile = { z, x: Math.floor(x / cellsPerTile), y: Math.floor(y / cellsPerTile) };
    if (Math.min(tile.x, tile.y) < 0 || Math.max(tile.x, tile.y) >= 2 ** z) return [];
    const key = `${language}/${zoom}/${tile.x}/${tile.y}`;
    let cells = this.#candidates.get(key);
    if (!cells) {
      const tilePx = CELL_PX * cellsPerTile;
      const labels = listNameLabels(await this.#tiles.readNames(tile), {
        ...{ zoom, tilePx, left: tile.x * tilePx, top: tile.y * tilePx },
        ...{ language, measure: this.#measure },
      });
      cells = Map.groupBy(labels.filter(this.#isInBounds(zoom)), cellKey);
      this.#candidates.set(key, cells);
    }
    return cells.get(`${x}/${y}`) ?? [];
  }
}

const cellKey = ({ x, y }: Pick<NameLabel, 'x' | 'y'>): string =>
  `${Math.floor(x / CELL_PX)}/${Math.floor(y / CELL_PX)}`;
