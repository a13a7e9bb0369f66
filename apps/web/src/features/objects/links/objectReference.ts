/** Ids carry the company above the lower 32 bits (D-OBJ-13). */
const COMPANY_UNIT = 2 ** 32;

/** Reference number of an object, such as `1-1106`, for when the object itself cannot be loaded. */
export const objectReference = (id: number): string =>
  `${Math.floor(id / COMPANY_UNIT)}-${id % COMPANY_UNIT}`;
