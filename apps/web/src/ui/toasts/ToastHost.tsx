import { Button, CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './ToastHost.module.css';
import { closeToast, type VisibleToast, visibleToasts } from './toasts.ts';

const readingMs = 5_000;
/** Duration for toasts with an error, an action or a link, which take longer to read. */
const longDurationMs = 12_000;
const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle };

/** Renders the toasts, newest on top; rendered once in the app. Its live region exists before the first toast, for screen readers. */
export function ToastHost() {
  const { t } = useTexts();
  const toasts = useSyncExternalStore(visibleToasts.subscribe, visibleToasts.get);
  return (
    <section className={classes.host} aria-label={t('COMMON.NOTIFICATIONS')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: VisibleToast }) {
  const { t } = useTexts();
  const { id, kind = 'info', message, action, link, onDismiss } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const Icon = icons[kind];
  const hasMore = action !== undefined || link !== undefined;

  // A toast stays while it has the pointer or the keyboard focus.
  useEffect(() => {
    if (isHeld) return;
    const durationMs = kind === 'error' || hasMore ? longDurationMs : readingMs;
    const timer = setTimeout(() => {
      closeToast(id);
      onDismiss?.();
    }, durationMs);
    return () => clearTimeout(timer);
  }, [id, kind, hasMore, onDismiss, isHeld]);

  const act = () => {
    closeToast(id);
    action?.onAct();
  };
  const dismiss = () => {
    closeToast(id);
    onDismiss?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it.
    <div
      className={classes.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={18} className={classes.icon} aria-hidden="true" />
      <div className={classes.message}>
        <span>{message}</span>
        {link !== undefined && (
          <>
            {' '}
            <a href={link.href} onClick={() => closeToast(id)}>
              {link.label}
            </a>
          </>
        )}
      </div>
      {action !== undefined && (
        <Button variant="light" size="xs" onClick={act}>
          {action.label}
        </Button>
      )}
      <CloseButton
        size="var(--ctl-sm)"
        iconSize={16}
        aria-label={t('COMMON.CLOSE_NOTIFICATION')}
        onClick={dismiss}
      />
    </div>
  );
}
