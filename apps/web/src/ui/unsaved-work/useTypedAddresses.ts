import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Gives an address that the user types or pastes the index by which the router finds the way back from a page that it
 * may not leave. Without one the router loads the page again, and what was typed is lost.
 */
export function useTypedAddresses(): void {
  const history: RouterHistory | undefined = useRouter({ warn: false })?.history;
  useEffect(() => {
    if (history === undefined) return;
    const giveIndex = () => {
      if (window.history.state) return;
      const state = { __TSR_index: history.location.state.__TSR_index + 1 };
      // The router has replaced the method by one that it would take for its own navigation.
      History.prototype.replaceState.call(window.history, state, '');
    };
    // Capturing, it comes before the listener of the router.
    window.addEventListener('popstate', giveIndex, true);
    return () => window.removeEventListener('popstate', giveIndex, true);
  }, [history]);
}
