export { readMapState } from './readMapState.ts';
export { readLink, readMapAddress, useMapAddress } from './useMapAddress.ts';
