export const importSteps = ['file', 'fields', 'location', 'destination', 'result'] as const;
export type ImportStep = (typeof importSteps)[number];
