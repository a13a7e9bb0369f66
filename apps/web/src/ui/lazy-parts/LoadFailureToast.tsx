import { useEffect, useRef } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { retireToasts, showToast } from '../toasts/index.ts';
import type { LoadFailureProps } from './LoadFailureProps.ts';

interface FailedPart {
  readonly retry: () => void;
  /** Closes the part when the user dismisses the message. */
  readonly close: () => void;
}

/** Parts on the page whose code could not be loaded. They share one toast. */
const failedParts = new Set<FailedPart>();
const SUBJECT = 'code of the page';

interface LoadFailureToastProps extends LoadFailureProps {
  readonly onDismiss?: () => void;
}

/** Reports that a part of the page could not be loaded, and leaves the rest of the page alone. */
export function LoadFailureToast({ error, onRetry, onDismiss }: LoadFailureToastProps) {
  const { t } = useTexts();
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    const part: FailedPart = { retry: onRetry, close: () => dismiss.current?.() };
    failedParts.add(part);
    showToast({
      kind: 'error',
      subject: SUBJECT,
      message: errorText(t, error),
      action: {
        label: t('COMMON.RETRY'),
        onAct: () => {
          for (const { retry } of failedParts) retry();
        },
      },
      onDismiss: () => {
        for (const { close } of [...failedParts]) close();
      },
    });
    return () => {
      failedParts.delete(part);
      if (failedParts.size === 0) retireToasts(SUBJECT);
    };
  }, [t, error, onRetry]);
  return null;
}

/** `LoadFailureToast` for a dialog: the button that opens it works again once the message is gone. */
export const DialogLoadFailure = ({
  onClose,
  ...failure
}: LoadFailureProps & { readonly onClose: () => void }) => (
  <LoadFailureToast {...failure} onDismiss={onClose} />
);
