/** Stands between several values of a list in their stored form. Readers that know no schema can read it. */
export const SEVERAL_SEPARATOR = '; ';
