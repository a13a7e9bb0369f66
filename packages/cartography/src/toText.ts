/** A value of an object as a person reads it; null and undefined are ''. */
export const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
