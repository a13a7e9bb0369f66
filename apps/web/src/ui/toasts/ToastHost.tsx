import { Button, CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './ToastHost.module.css';
import { closeToast, type ShownToast, shownToasts } from './toasts.ts';

const readingMs = 5_000;
/** Time to read an error, or to decide about an action. */
const thinkingMs = 12_000;
const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle };

/** Shows what `showToast` asks for; stands once in the app. Its live region is there before any toast. */
export function ToastHost() {
  const { t } = useTexts();
  const toasts = useSyncExternalStore(shownToasts.subscribe, shownToasts.get);
  return (
    <section className={classes.host} aria-label={t('COMMON.NOTIFICATIONS')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const { t } = useTexts();
  const { id, kind = 'info', message, action } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const Icon = icons[kind];

  // It stays as long as somebody points at it or is inside with the keyboard.
  useEffect(() => {
    if (isHeld) return;
    const shownMs = kind === 'error' || action !== undefined ? thinkingMs : readingMs;
    const timer = setTimeout(() => closeToast(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, kind, action, isHeld]);

  const act = () => {
    closeToast(id);
    action?.onAct();
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
      <span className={classes.message}>{message}</span>
      {action !== undefined && (
        <Button variant="light" size="xs" onClick={act}>
          {action.label}
        </Button>
      )}
      <CloseButton
        size="var(--ctl-sm)"
        iconSize={16}
        aria-label={t('COMMON.CLOSE_NOTIFICATION')}
        onClick={() => closeToast(id)}
      />
    </div>
  );
}
