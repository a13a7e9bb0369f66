export const ROUNDS = 15;
/** Rounds before the measured ones. */
export const WARM_UP = 3;
