/** Leaves characters that a query may hold unescaped, so that links stay readable. */
export const readableQuery = (query: string): string =>
  query.replace(/%(2F|2C|3A|3B|7E)/g, decodeURIComponent);
