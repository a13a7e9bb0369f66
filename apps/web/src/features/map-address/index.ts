export { type MapAddress, writeMapAddress } from './mapAddress.ts';
export { readMapState } from './readMapState.ts';
export { hasAddressView, isViewLink, readLinkedView, useMapAddress } from './useMapAddress.ts';
