/** Build of the web app with one source file replaced by its mutant; `buildMutant` passes the REPLACEMENT. */
import { defineConfig, mergeConfig } from 'vite';
import base from '../../../apps/web/vite.config.ts';
import { type Replacement, replaceModule } from '../replaceModule.ts';

const replacement = JSON.parse(process.env.REPLACEMENT ?? '') as Replacement;

export default mergeConfig(
  base,
  defineConfig({ plugins: [replaceModule(replacement)], build: { sourcemap: false } }),
);
