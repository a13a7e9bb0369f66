import { useEffect, useRef, useState } from 'react';

/**
 * State of a popover of `lazyPopover`: it opens when it has come. Its button has replaced the pressed one and takes over
 * the focus, so that closing returns the focus to it. A user who has gone on to something else is not called back.
 */
export function useOpenedPopover() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useRef(false);
  useEffect(() => {
    // Effects run again when the tab of the popover is shown again.
    if (hasOpened.current) return;
    hasOpened.current = true;
    if (document.activeElement !== document.body && document.activeElement !== button.current) return;
    button.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  // No tooltip lies over the open popover.
  const buttonProps = { ref: button, ...(isOpen && { 'data-tooltip': undefined }) };
  return { buttonProps, isOpen, setOpen };
}
