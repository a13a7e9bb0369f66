/** Methods by which the size of a symbol follows a number; `log` is for numbers of several orders of magnitude. */
export const SIZE_SCALES = ['area', 'width', 'log'] as const;

const MAX_SIZE_PX = 256;
const MAX_LINE_PX = 100;
/** Values have at most 15 digits before the point (`NUMBER_PATTERN`). */
const MAX_VALUE = 1e15;
const value = { type: 'number', min: -MAX_VALUE, max: MAX_VALUE, unit: 'value' } as const;
const pointPx = { type: 'number', min: 1, max: MAX_SIZE_PX, unit: 'px' } as const;
const linePx = { type: 'number', min: 0.1, max: MAX_LINE_PX, unit: 'px' } as const;

/** Properties of the whole style by which the numbers of a field set the size of its symbols. */
export const SIZE_PROPERTIES = {
  sizeField: {
    type: 'text',
    default: '',
  },
  sizeScale: {
    type: 'choice',
    default: 'area',
    values: SIZE_SCALES,
  },
  sizeFrom: { ...value, default: 0 },
  sizeTo: { ...value, default: 100 },
  sizeMin: { ...pointPx, default: 6 },
  sizeMax: { ...pointPx, default: 48 },
  sizeMissing: {
    type: 'choice',
    default: 'rule',
    values: ['rule', 'smallest'],
  },
  sizeLines: { type: 'boolean', default: false },
  sizeLineMin: { ...linePx, default: 1 },
  sizeLineMax: { ...linePx, default: 10 },
} as const;
