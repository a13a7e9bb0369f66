export { type MapAddress, writeMapAddress } from './mapAddress.ts';
export { readMapState } from './readMapState.ts';
export { hasAddressView, isViewLink, readMapAddress, useMapAddress } from './useMapAddress.ts';
