import type { ReactNode } from 'react';
import { schemaErrorKey } from '../../form/LayerValues.ts';

/** Errors in the schema of the field with this index, by property. */
export function schemaErrors(
  errors: Readonly<Record<string, ReactNode>>,
  index: number,
): Readonly<Record<string, ReactNode>> {
  const prefix = schemaErrorKey(index, '');
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, error]) =>
      key.startsWith(prefix) && error ? [[key.slice(prefix.length), error]] : [],
    ),
  );
}
