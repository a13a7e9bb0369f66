/**
 * Pattern, in JavaScript and in SQL, of a number as a strict field stores it. Longer ones stay texts in files: a program that
 * reads them would round.
 */
export const STORED_NUMBER = '^(?=.{1,16}$)-?(0|[1-9][0-9]*)([.][0-9]+)?$';
