import { toText } from '@pgis/conditions';

export type KeyValue = { readonly key: string; readonly value: string };

/**
 * DISP-04: converts an object to key/value pairs in its own order, values as text; null and undefined become ''.
 */
export const toKeyValues = (
  object: Readonly<Record<string, unknown>> | null | undefined,
): readonly KeyValue[] => Object.entries(object ?? {}).map(([key, value]) => ({ key, value: toText(value) }));
