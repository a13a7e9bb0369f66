/** 2026-02-31 would become a day of March, and the year 0 is none to the database. */
export function isRealDay(text: string): boolean {
  const date = new Date(text);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text.slice(0, 10)) &&
    date.getUTCFullYear() > 0
  );
}
