/** Imports that were running when the page last heard of them; the result of each is told once. */
export const runningImports = new Set<number>();
