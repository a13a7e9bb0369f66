// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createTileSource, loadSourceCode } from '../../map/layers/base-layers/createTileSource.ts';
import { sourceJsonOf, sourcePresets } from './sourcePresets.ts';

test.each(sourcePresets.map((preset) => [preset.name, preset] as const))(
  'the map can show %s',
  async (_name, preset) => {
    vi.stubGlobal('fetch', () => new Promise(() => {})); // Bing's own server
    const layer = { id: 7, sourceType: preset.sourceType, sourceJson: sourceJsonOf(preset) };
    await loadSourceCode(layer);
    expect(createTileSource(layer, { scheme: 'light', pixelRatio: 1 })).not.toBeNull();
    vi.unstubAllGlobals();
  },
);
