/**
 * True when a row was refused because another one has the same key; `constraint` narrows it to one constraint
 * or index.
 */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint));
