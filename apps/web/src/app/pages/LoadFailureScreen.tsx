import type { LoadFailureProps } from '../../ui/lazy-parts/index.ts';
import { FailureScreen } from './FailureScreen.tsx';

/** Stands in for a page whose code could not be loaded. */
export const LoadFailureScreen = ({ error, onRetry }: LoadFailureProps) => (
  <FailureScreen error={error instanceof Error ? error : new Error(String(error))} reset={onRetry} />
);
