/** Tells the card fields, which have the same origin, that the bank was answered. */
parent.postMessage({ type: 'challenge-done' }, location.origin);
