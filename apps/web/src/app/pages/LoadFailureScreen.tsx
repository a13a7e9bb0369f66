import type { LoadFailureProps } from '../../ui/lazyPart.tsx';
import { FailureScreen } from './FailureScreen.tsx';

/** Stands in for a page whose code could not be loaded. */
export const LoadFailureScreen = ({ error, onRetry }: LoadFailureProps) => (
  <FailureScreen error={error instanceof Error ? error : new Error(String(error))} reset={onRetry} />
);
