import type { RouterHistory } from '@tanstack/react-router';

let current: RouterHistory | undefined;

function giveIndex(): void {
  if (window.history.state || current === undefined) return;
  const state = { __TSR_index: current.location.state.__TSR_index + 1 };
  // The router has replaced the method by one that it would take for its own navigation.
  History.prototype.replaceState.call(window.history, state, '');
}

/**
 * Gives an address that the user types or pastes the index by which the router finds the way back from a page that it
 * may not leave. Without one the router loads the page again, and what was typed is lost.
 */
export function indexTypedAddresses(history: RouterHistory): RouterHistory {
  // Capturing, it comes before the listener of the router; a listener that is added twice is called once.
  window.addEventListener('popstate', giveIndex, true);
  current = history;
  return history;
}
