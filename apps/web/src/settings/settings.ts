import { type ClientSettings, getSettings } from '@pgis/contract';
import { callApi } from '../api/index.ts';

let loaded: ClientSettings | null = null;
let loading: Promise<ClientSettings> | null = null;

/** Loads the client settings once; after a failure the next call tries again. */
export function loadSettings(): Promise<ClientSettings> {
  loading ??= callApi(getSettings).then(
    (settings) => {
      loaded = settings;
      return settings;
    },
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
}

/** The next reader loads them again. */
export function forgetSettings(): void {
  loaded = null;
  loading = null;
}

/** The settings; no screen renders before they have loaded. */
export function readSettings(): ClientSettings {
  if (loaded === null) throw new Error('The settings are read before they are loaded');
  return loaded;
}
