export { readStored, removeStored, subscribeStored, writeStored } from './localStore.ts';
export { useStored } from './useStored.ts';
