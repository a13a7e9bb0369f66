/** Text of a cell by which its address is looked up. */
export const toAddress = (value: unknown): string => String(value ?? '').trim();
