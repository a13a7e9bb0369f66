/** Signed addresses of pictures hold for 5 minutes: before that they are asked for again. */
export const imageAddressesFreshMs = 4 * 60_000;
