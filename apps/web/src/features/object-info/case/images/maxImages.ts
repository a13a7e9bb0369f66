/** Images that lead the panel: one large and two small. */
export const MAX_IMAGES = 3;
