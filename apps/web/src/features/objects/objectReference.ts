/** Ids carry the company above the lower 32 bits (D-OBJ-13). */
const COMPANY_UNIT = 2 ** 32;

/** The number of an object to say on the phone, `1-1106`, for when the object itself may not be asked for. */
export const objectReference = (id: number): string =>
  `${Math.floor(id / COMPANY_UNIT)}-${id % COMPANY_UNIT}`;
