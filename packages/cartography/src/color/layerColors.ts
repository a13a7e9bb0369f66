/** Suggested colours of new layers, in this order. Pure red is left out: it marks the selection. */
export const LAYER_COLORS = [
  { name: 'cobalt', color: '#1251cc' },
  { name: 'ochre', color: '#ad811f' },
  { name: 'jade', color: '#308a69' },
  { name: 'rose', color: '#e1627f' },
  { name: 'plum', color: '#640868' },
  { name: 'azure', color: '#188af1' },
  { name: 'clay', color: '#9f5940' },
  { name: 'pine', color: '#033816' },
  { name: 'lavender', color: '#8576ab' },
  { name: 'petrol', color: '#11697a' },
  { name: 'moss', color: '#5b4c0d' },
  { name: 'slate', color: '#2e363f' },
] as const;

/** Alpha of a polygon's fill under its opaque outline. */
export const POLYGON_FILL_ALPHA = 0.42;
