export interface LoadFailureProps {
  readonly error: unknown;
  /** Loads the code once more. */
  readonly onRetry: () => void;
}
