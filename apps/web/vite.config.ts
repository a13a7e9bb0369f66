import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsWithoutSchemas } from './callsWithoutSchemas.ts';
import { chunkGroups } from './chunkGroups.ts';
import { compressAssets } from './compressAssets.ts';
import { inlineLimits } from './inlineLimits.ts';
import { listMapFiles } from './listMapFiles.ts';
import { omitEntryPreloads } from './omitEntryPreloads.ts';
import { quietLogger } from './quietLogger.ts';

const api = { target: process.env.API_URL ?? 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  customLogger: quietLogger(),
  plugins: [inlineLimits(), callsWithoutSchemas(), react(), listMapFiles(), compressAssets()],
  resolve: {
    alias: [
      {
        find: 'typebox',
        replacement: fileURLToPath(new URL('./build/typeboxInBrowser.ts', import.meta.url)),
      },
      {
        // As the modules of ol name these parts.
        find: /^(\.\/(control|interaction)\/defaults|\.\.\/render\/canvas\/style|\.\.\/\.\.\/render\/canvas\/hitdetect|(\.\.\/)+reproj\/(Tile|Image)|\.\.\/geom\/GeometryCollection|\.\/proj\/utm)\.js$/,
        replacement: fileURLToPath(new URL('./build/olPartsLeftOut.ts', import.meta.url)),
      },
      {
        // As the components of Mantine name these parts.
        find: /^\.\/((ActionIcon|Button)(Group|GroupSection)|SwitchGroup|loaders)\/(ActionIconGroup|ActionIconGroupSection|ButtonGroup|ButtonGroupSection|SwitchGroup|Bars|Dots)\.mjs$/,
        replacement: fileURLToPath(new URL('./build/mantinePartsLeftOut.ts', import.meta.url)),
      },
      {
        // As the router's core names it.
        find: /^\.\/scroll-restoration\.js$/,
        replacement: fileURLToPath(new URL('./build/resetScroll.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    modulePreload: { resolveDependencies: omitEntryPreloads() },
    // The map is one piece: OpenLayers is most of it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: {
    port: 5173,
    // ENV-01: in development the API is a local address.
    proxy: { '/api': api, '/healthz': api },
  },
  preview: { proxy: { '/api': api, '/healthz': api } },
});
