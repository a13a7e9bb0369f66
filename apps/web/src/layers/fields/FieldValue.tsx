import type { FieldSchema } from '@pgis/contract';
import { Suspense } from 'react';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

/** Most fields have no schema, so what formats their values loads with the first that has one. */
const StrictValue = lazyPart(
  async () => ({ default: (await import('./StrictValue.tsx')).StrictValue }),
  LoadFailureNote,
);

interface FieldValueProps {
  readonly schema: FieldSchema | undefined;
  readonly value: string;
}

/** The value of a layer field; one of a strict field in the reader's language. */
export const FieldValue = ({ schema, value }: FieldValueProps) =>
  schema === undefined ? (
    value
  ) : (
    <Suspense fallback={value}>
      <StrictValue schema={schema} value={value} />
    </Suspense>
  );
