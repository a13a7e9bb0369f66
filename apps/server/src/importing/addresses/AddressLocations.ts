import type { Position } from '@pgis/geo';

/** Positions in degrees by address; an address without an entry was not found. */
export type AddressLocations = ReadonlyMap<string, Position | 'ambiguous'>;
